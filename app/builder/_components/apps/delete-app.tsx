"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import { appsPath } from "../paths";
import type { ManagedApp } from "./manage-app";

type DeleteAppProps = { tenant: string; app: ManagedApp; isOpen: boolean; onClose: () => void };

export function DeleteApp({ tenant, app, isOpen, onClose }: DeleteAppProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const remove = trpc.apps.delete.useMutation();

  async function confirm() {
    try {
      await remove.mutateAsync({ tenant, appId: app.id });
    } catch (error) {
      throw new Error(readProblem(error).message);
    }
    void utils.apps.list.invalidate();
    router.push(appsPath(tenant));
    notifications.show({ message: `${app.name} is deleted.` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${app.name}?`}
      effects={["Nothing was built of it, so nothing else is lost", `The slug ${app.slug} is free again`]}
      phrase={app.slug}
      confirmLabel="Delete app"
      onConfirm={confirm}
    >
      This cannot be undone.
    </ConfirmDialog>
  );
}
