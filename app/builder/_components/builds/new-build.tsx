"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import type { Platform } from "@/db/schema/vocabulary.ts";
import { Dialog } from "../../../_ui/actions/dialog";
import { createOpener } from "../../../_ui/keyboard/opener";

export type BuildableApp = { id: string; name: string; platforms: Platform[] };

const NewBuildForm = dynamic(() => import("./new-build-form").then((module) => module.NewBuildForm), {
  ssr: false,
});

const newBuild = createOpener();

export function NewBuildButton() {
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={newBuild.open}>
      New build
    </Button>
  );
}

/** Once on the page, whatever its list shows; the form and its rules arrive when it is opened. */
export function NewBuildDialog({ tenant, app }: { tenant: string; app: BuildableApp }) {
  const { isOpen } = newBuild.useState();
  useEffect(() => newBuild.close, []);
  return (
    <Dialog isOpen={isOpen} onClose={newBuild.close} title={`New build of ${app.name}`} size={440}>
      <NewBuildForm tenant={tenant} app={app} onDone={newBuild.close} />
    </Dialog>
  );
}
