"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { RouterOutputs } from "../../../../_trpc/client";
import { Dialog } from "../../../../_ui/actions/dialog";
import { usePopup } from "../../../../_ui/actions/use-popup";
import { ArchiveApp } from "./archive-app";
import { DeleteApp } from "./delete-app";
import { useRestoreApp } from "./use-restore-app";

export type ManagedApp = RouterOutputs["apps"]["get"];

type ManageAppProps = { tenant: string; app: ManagedApp };

const EditAppForm = dynamic(() => import("./edit-app-form").then((module) => module.EditAppForm), {
  ssr: false,
});

const loadMenu = () => import("./app-menu").then((module) => module.AppMenu);
const AppMenu = dynamic(loadMenu, { ssr: false });

export type AppAct = "edit" | "archive" | "delete";

/** What may be done with an app beside building it. One that was built is archived, never deleted. */
export function ManageApp({ tenant, app }: ManageAppProps) {
  const [open, setOpen] = useState<AppAct | null>(null);
  const close = () => setOpen(null);
  const { button, popup } = usePopup("menu", loadMenu);
  const restore = useRestoreApp(tenant, app.id);
  return (
    <>
      <ActionIcon variant="default" size={32} aria-label={`More for ${app.name}`} {...button}>
        <IconDots size={16} stroke={1.75} />
      </ActionIcon>
      {popup && <AppMenu {...popup} app={app} onChoose={setOpen} onRestore={restore.run} />}
      <Dialog isOpen={open === "edit"} onClose={close} title={`Edit ${app.name}`}>
        <EditAppForm tenant={tenant} app={app} onDone={close} />
      </Dialog>
      <ArchiveApp tenant={tenant} app={app} isOpen={open === "archive"} onClose={close} />
      <DeleteApp tenant={tenant} app={app} isOpen={open === "delete"} onClose={close} />
    </>
  );
}
