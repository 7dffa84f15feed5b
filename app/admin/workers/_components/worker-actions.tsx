"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { trpc } from "../../../_trpc/client";
import { readProblem, withProblemMessage } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import type { Worker } from "./workers-table";

/** Drains a worker, resumes a draining one, and forgets an offline one. */
export function WorkerActions({ worker }: { worker: Worker }) {
  const utils = trpc.useUtils();
  const [isDrainOpen, setIsDrainOpen] = useState(false);
  const refresh = () => utils.adminWorkers.list.invalidate();
  const toast = {
    onSuccess: refresh,
    onError: (error: unknown) => notifications.show({ color: "red", message: readProblem(error).message }),
  };
  const drain = trpc.adminWorkers.drain.useMutation();
  const resume = trpc.adminWorkers.resume.useMutation(toast);
  const forget = trpc.adminWorkers.forget.useMutation(toast);
  const key = { workerId: worker.id };
  if (worker.state === "REPORTS_ONLY") return null;

  async function confirm() {
    await withProblemMessage(drain.mutateAsync(key));
    await refresh();
  }

  if (worker.state === "OFFLINE") {
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={`Remove ${worker.id}`}
        loading={forget.isPending}
        onClick={() => forget.mutate(key)}
      >
        Remove
      </Button>
    );
  }
  if (worker.isDraining) {
    return (
      <Button
        variant="default"
        size="xs"
        aria-label={`Resume ${worker.id}`}
        loading={resume.isPending}
        onClick={() => resume.mutate(key)}
      >
        Resume
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Drain ${worker.id}`}
        onClick={() => setIsDrainOpen(true)}
      >
        Drain
      </Button>
      <ConfirmDialog
        isOpen={isDrainOpen}
        onClose={() => setIsDrainOpen(false)}
        title={`Drain ${worker.id}?`}
        effects={["Its current build finishes", "It gets no new builds until you resume it"]}
        confirmLabel="Drain worker"
        onConfirm={confirm}
      >
        You can resume it at any time.
      </ConfirmDialog>
    </>
  );
}
