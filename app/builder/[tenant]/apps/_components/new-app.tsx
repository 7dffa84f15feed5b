"use client";

import { IconPlus } from "@tabler/icons-react";
import { useEffect } from "react";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { createDisclosure } from "@/app/_ui/actions/disclosure.ts";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";

const load = () => import("./app-forms").then((module) => module.NewAppForm);
const NewAppForm = onDemand(load);

const newApp = createDisclosure();

export function NewAppButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={newApp.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New app
    </PlainButton>
  );
}

/** Dialog that `NewAppButton` opens; the form is loaded on demand. */
export function NewAppDialog({ tenant }: { tenant: string }) {
  const { isOpen } = newApp.useState();
  useEffect(() => newApp.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={newApp.close} title="New app">
      <NewAppForm tenant={tenant} onDone={newApp.close} />
    </Dialog>
  );
}
