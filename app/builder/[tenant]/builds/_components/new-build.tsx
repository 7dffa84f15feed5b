"use client";

import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import type { Platform } from "@/db/schema/vocabulary.ts";
import { Dialog } from "../../../../_ui/actions/dialog";
import { PlainButton } from "../../../../_ui/actions/plain-button";
import { createOpener } from "../../../../_ui/keyboard/opener";

export type BuildableApp = { id: string; name: string; platforms: Platform[] };

const load = () => import("./new-build-form").then((module) => module.NewBuildForm);
const NewBuildForm = dynamic(load, { ssr: false });

const newBuild = createOpener();

export function NewBuildButton() {
  return (
    <PlainButton variant="filled" prepare={load} onClick={newBuild.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New build
    </PlainButton>
  );
}

/** Dialog that `NewBuildButton` opens; the form is loaded on demand. */
export function NewBuildDialog({ tenant, app }: { tenant: string; app: BuildableApp }) {
  const { isOpen } = newBuild.useState();
  useEffect(() => newBuild.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={newBuild.close} title={`New build of ${app.name}`} size={440}>
      <NewBuildForm tenant={tenant} app={app} onDone={newBuild.close} />
    </Dialog>
  );
}
