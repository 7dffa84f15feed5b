"use client";

import { IconPlus } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import type { Platform } from "@/db/schema/vocabulary.ts";
import { PlainButton } from "../../../_ui/actions/button";
import { Dialog } from "../../../_ui/actions/dialog";
import { createDisclosure } from "../../../_ui/actions/disclosure";

export type BuildableApp = { id: string; name: string; platforms: Platform[] };

const load = () => import("./new-build-form").then((module) => module.NewBuildForm);
const NewBuildForm = dynamic(load, { ssr: false });

const newBuild = createDisclosure();

export function NewBuildButton() {
  return (
    <PlainButton variant="filled" preload={load} onClick={newBuild.open}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      New build
    </PlainButton>
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
