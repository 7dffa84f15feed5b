"use client";

import { ActionIcon, Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconArchive, IconDots } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { appsPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog, Dialog } from "@/app/_ui/actions/dialog.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { usePopup } from "@/app/_ui/actions/use-popup.ts";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import classes from "./apps.module.css";

export type ManagedApp = RouterOutputs["apps"]["get"];

type ManageAppProps = { tenant: string; app: ManagedApp };

const EditAppForm = onDemand(() => import("./app-forms").then((module) => module.EditAppForm));

const loadMenu = () => import("./app-menu").then((module) => module.AppMenu);
const AppMenu = onDemand(loadMenu);

export type AppAction = "edit" | "archive" | "delete";

/** Menu to edit, archive, restore or delete an app. An app that has builds can be archived, never deleted. */
export function ManageApp({ tenant, app }: ManageAppProps) {
  const [open, setOpen] = useState<AppAction | null>(null);
  const close = () => setOpen(null);
  const { button, popup } = usePopup("menu", loadMenu);
  const restore = useRestoreApp(tenant, app.id);
  return (
    <>
      <ActionIcon variant="default" size={32} aria-label={`Actions for ${app.name}`} {...button}>
        <IconDots size={16} stroke={1.75} />
      </ActionIcon>
      {popup && <AppMenu {...popup} app={app} onChoose={setOpen} onRestore={restore.run} />}
      <Dialog isOpen={open === "edit"} onClose={close} title={`Edit ${app.name}`}>
        <EditAppForm tenant={tenant} app={app} onDone={close} />
      </Dialog>
      <ArchiveDialog tenant={tenant} app={app} isOpen={open === "archive"} onClose={close} />
      <DeleteDialog tenant={tenant} app={app} isOpen={open === "delete"} onClose={close} />
    </>
  );
}

type ArchivedNoticeProps = { tenant: string; app: ManagedApp; archivedAt: string; canBuild: boolean };

export function ArchivedNotice({ tenant, app, archivedAt, canBuild }: ArchivedNoticeProps) {
  const restore = useRestoreApp(tenant, app.id);
  return (
    <div className={classes.archived} role="note">
      <IconArchive size={18} stroke={1.6} aria-hidden="true" />
      <p>
        Archived <RelativeTime value={archivedAt} />. New builds are disabled; existing builds are kept.
      </p>
      {canBuild && (
        <Button variant="default" size="xs" onClick={restore.run} loading={restore.isPending}>
          Restore
        </Button>
      )}
    </div>
  );
}

type DialogProps = { tenant: string; app: ManagedApp; isOpen: boolean; onClose: () => void };

function ArchiveDialog({ tenant, app, isOpen, onClose }: DialogProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const archive = trpc.apps.archive.useMutation();

  async function confirm() {
    await withProblemMessage(archive.mutateAsync({ tenant, appId: app.id }));
    void utils.apps.invalidate();
    router.refresh();
    notifications.show({ message: `${app.name} archived` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Archive ${app.name}?`}
      effects={[
        "New builds can’t be queued",
        "Queued and running builds finish",
        "Builds, logs and artifacts are kept",
      ]}
      confirmLabel="Archive app"
      onConfirm={confirm}
    >
      You can restore it at any time.
    </ConfirmDialog>
  );
}

function DeleteDialog({ tenant, app, isOpen, onClose }: DialogProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const remove = trpc.apps.delete.useMutation();

  async function confirm() {
    await withProblemMessage(remove.mutateAsync({ tenant, appId: app.id }));
    void utils.apps.list.invalidate();
    router.push(appsPath(tenant));
    notifications.show({ message: `${app.name} deleted` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${app.name}?`}
      effects={["It has no builds, so nothing else is deleted", `The slug ${app.slug} becomes available`]}
      phrase={app.slug}
      confirmLabel="Delete app"
      onConfirm={confirm}
    >
      This can’t be undone.
    </ConfirmDialog>
  );
}

function useRestoreApp(tenant: string, appId: string) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const restore = trpc.apps.restore.useMutation({
    onSuccess: (app) => {
      void utils.apps.invalidate();
      router.refresh();
      notifications.show({ message: `${app.name} restored` });
    },
    onError: notifyProblem,
  });
  return { run: () => restore.mutate({ tenant, appId }), isPending: restore.isPending };
}
