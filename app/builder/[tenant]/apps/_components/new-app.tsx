"use client";

import { IconPlus } from "@tabler/icons-react";
import { useEffect } from "react";
import { PlainButton } from "../../../../_ui/actions/button";
import { Dialog } from "../../../../_ui/actions/dialog";
import { createDisclosure } from "../../../../_ui/actions/disclosure";
import { onDemand } from "../../../../_ui/actions/on-demand";

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
