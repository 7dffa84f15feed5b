"use client";

import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import type { Platform } from "@/shared/vocabulary.ts";

export type BuildableApp = { id: string; name: string; platforms: Platform[] };

const load = () => import("./new-build-form").then((module) => module.NewBuildForm);
const NewBuildForm = onDemand(load);

const newBuild = createDisclosure();

export function NewBuildButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={newBuild.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New build
    </PlainButton>
  );
}

/** Dialog that `NewBuildButton` opens; the form is loaded on demand. */
export function NewBuildDialog({ tenant, app }: { tenant: string; app: BuildableApp }) {
  const { isOpen } = newBuild.useState();
  useEffect(() => newBuild.close, []);
  return <AppBuildDialog tenant={tenant} app={isOpen ? app : undefined} onClose={newBuild.close} />;
}

type AppBuildDialogProps = { tenant: string; app: BuildableApp | undefined; onClose: () => void };

/** Dialog for a new build of an app, open while there is one. */
export function AppBuildDialog({ tenant, app, onClose }: AppBuildDialogProps) {
  const [shown, setShown] = useState(app);
  if (app && app !== shown) setShown(app);
  return (
    <Dialog
      isOpen={app !== undefined}
      onClose={onClose}
      title={`New build of ${shown?.name ?? ""}`}
      size={440}
    >
      {shown && <NewBuildForm tenant={tenant} app={shown} onDone={onClose} />}
    </Dialog>
  );
}
