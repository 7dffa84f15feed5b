"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import type { ManagedApp } from "./manage-app";

type ArchiveAppProps = { tenant: string; app: ManagedApp; isOpen: boolean; onClose: () => void };

export function ArchiveApp({ tenant, app, isOpen, onClose }: ArchiveAppProps) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const archive = trpc.apps.archive.useMutation();

  async function confirm() {
    try {
      await archive.mutateAsync({ tenant, appId: app.id });
    } catch (error) {
      throw new Error(readProblem(error).message);
    }
    void utils.apps.invalidate();
    router.refresh();
    notifications.show({ message: `${app.name} is archived.` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Archive ${app.name}?`}
      effects={[
        "No new build of it can be queued, here or by a program",
        "What is queued or runs goes on to its end",
        "Its builds, logs and artifacts stay",
      ]}
      confirmLabel="Archive app"
      onConfirm={confirm}
    >
      It leaves the list of apps, and can be restored at any time.
    </ConfirmDialog>
  );
}
