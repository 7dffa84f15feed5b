"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { RouterOutputs } from "../../../_trpc/client";
import { Dialog } from "../../../_ui/actions/dialog";
import { ArchiveApp } from "./archive-app";
import { DeleteApp } from "./delete-app";
import { useRestoreApp } from "./use-restore-app";

export type ManagedApp = RouterOutputs["apps"]["get"];

type ManageAppProps = { tenant: string; app: ManagedApp };

const EditAppForm = dynamic(() => import("./edit-app-form").then((module) => module.EditAppForm), {
  ssr: false,
});

const icon = { size: 16, stroke: 1.75 };

/** What may be done with an app beside building it. One that was built is archived, never deleted. */
export function ManageApp({ tenant, app }: ManageAppProps) {
  const [open, setOpen] = useState<"edit" | "archive" | "delete" | null>(null);
  const close = () => setOpen(null);
  const restore = useRestoreApp(tenant, app.id);
  return (
    <>
      <Menu position="bottom-end" width={200} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={`More for ${app.name}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen("edit")}>
            Edit
          </Menu.Item>
          {app.archivedAt ? (
            <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={restore.run}>
              Restore
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => setOpen("archive")}>
              Archive
            </Menu.Item>
          )}
          {app.lastBuildNumber === 0 && (
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setOpen("delete")}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog isOpen={open === "edit"} onClose={close} title={`Edit ${app.name}`}>
        <EditAppForm tenant={tenant} app={app} onDone={close} />
      </Dialog>
      <ArchiveApp tenant={tenant} app={app} isOpen={open === "archive"} onClose={close} />
      <DeleteApp tenant={tenant} app={app} isOpen={open === "delete"} onClose={close} />
    </>
  );
}
