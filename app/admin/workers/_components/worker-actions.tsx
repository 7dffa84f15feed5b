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
  const refresh = () => utils.adminWorkers.list.invalidate();
  const drain = trpc.adminWorkers.drain.useMutation();
  const resume = trpc.adminWorkers.resume.useMutation({ onSuccess: refresh, onError: notifyProblem });
  const forget = trpc.adminWorkers.forget.useMutation();
  const key = { workerId: worker.id };
  if (worker.state === "REPORTS_ONLY") return null;

  if (worker.isDraining && worker.state !== "OFFLINE") {
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
  const action =
    worker.state === "OFFLINE"
      ? {
          verb: "Remove",
          change: forget,
          text: "The worker is removed from the list.",
          effects: [
            ...(worker.current.length > 0
              ? ["Its current build fails and is retried if it sends no report"]
              : []),
            "It returns to the list with its next request",
          ],
        }
      : {
          verb: "Drain",
          change: drain,
          text: "You can resume it at any time.",
          effects: ["Its current build finishes", "It gets no new builds until you resume it"],
        };
  const title = `${action.verb} ${worker.id}`;
  return (
    <>
      <Button variant="default" size="xs" aria-label={title} onClick={() => setIsAsking(true)}>
        {action.verb}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`${title}?`}
        effects={action.effects}
        confirmLabel={`${action.verb} worker`}
        onConfirm={async () => {
          await withProblemMessage(action.change.mutateAsync(key));
          await refresh();
        }}
      >
        {action.text}
      </ConfirmDialog>
    </>
  );
}
