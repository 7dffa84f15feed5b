"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyProblem } from "@/app/_trpc/notify.ts";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import type { Worker } from "./workers-table";

/** Drains a worker, resumes a draining one, and forgets an offline one. */
export function WorkerActions({ worker }: { worker: Worker }) {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const refresh = () => utils.adminWorkers.list.invalidate();
  const toast = {
    onSuccess: refresh,
    onError: notifyProblem,
  };
  const drain = trpc.adminWorkers.drain.useMutation();
  const resume = trpc.adminWorkers.resume.useMutation(toast);
  const forget = trpc.adminWorkers.forget.useMutation();
  const key = { workerId: worker.id };
  if (worker.state === "REPORTS_ONLY") return null;

  const confirm = (change: typeof drain | typeof forget) => async () => {
    await withProblemMessage(change.mutateAsync(key));
    await refresh();
  };

  if (worker.state === "OFFLINE") {
    return (
      <>
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${worker.id}`}
          onClick={() => setIsAsking(true)}
        >
          Remove
        </Button>
        <ConfirmDialog
          isOpen={isAsking}
          onClose={close}
          title={`Remove ${worker.id}?`}
          effects={[
            ...(worker.current.length > 0
              ? ["Its current build fails and is retried if it sends no report"]
              : []),
            "It returns to the list with its next request",
          ]}
          confirmLabel="Remove worker"
          onConfirm={confirm(forget)}
        >
          The worker is removed from the list.
        </ConfirmDialog>
      </>
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
      <Button variant="default" size="xs" aria-label={`Drain ${worker.id}`} onClick={() => setIsAsking(true)}>
        Drain
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Drain ${worker.id}?`}
        effects={["Its current build finishes", "It gets no new builds until you resume it"]}
        confirmLabel="Drain worker"
        onConfirm={confirm(drain)}
      >
        You can resume it at any time.
      </ConfirmDialog>
    </>
  );
}
