"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Dialog } from "../../../_ui/actions/dialog";
import { createOpener } from "../../../_ui/keyboard/opener";

const NewAppForm = dynamic(() => import("./new-app-form").then((module) => module.NewAppForm), {
  ssr: false,
});

const newApp = createOpener();

export function NewAppButton() {
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={newApp.open}>
      New app
    </Button>
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
