"use client";

import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { PlainButton } from "../../../_ui/actions/button";
import { Dialog } from "../../../_ui/actions/dialog";
import { createDisclosure } from "../../../_ui/actions/disclosure";

const load = () => import("./new-app-form").then((module) => module.NewAppForm);
const NewAppForm = dynamic(load, { ssr: false });

const newApp = createDisclosure();

export function NewAppButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={newApp.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New app
    </PlainButton>
  );
}

/** Once on the page, whatever its list shows; the form and its rules arrive when it is opened. */
export function NewAppDialog({ tenant }: { tenant: string }) {
  const { isOpen } = newApp.useState();
  useEffect(() => newApp.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={newApp.close} title="New app">
      <NewAppForm tenant={tenant} onDone={newApp.close} />
    </Dialog>
  );
}
