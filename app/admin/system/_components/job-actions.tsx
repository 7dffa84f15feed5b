"use client";

import { Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";

export type DeadJob = RouterOutputs["adminSystem"]["deadJobs"]["jobs"][number];

/** Buttons that retry a dead job, and discard it. */
export function JobActions({ job: { id, task, lastError } }: { job: DeadJob }) {
  const router = useRouter();
  const retry = trpc.adminSystem.retryJob.useMutation();
  const discard = trpc.adminSystem.discardJob.useMutation();
  const [isAsking, setIsAsking] = useState(false);
  const name = `${task} ${id}`;

  async function retryNow() {
    await notifyOutcome(retry.mutateAsync({ jobId: id }), () => `${name} queued`);
    router.refresh();
  }

  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Retry ${name}`}
        loading={retry.isPending}
        onClick={() => void retryNow()}
      >
        Retry
      </Button>{" "}
      <Button variant="default" size="xs" aria-label={`Discard ${name}`} onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Discard ${name}?`}
        effects={["The job is deleted and never runs again"]}
        isDestructive
        confirmLabel="Discard job"
        onConfirm={async () => {
          await withProblemMessage(discard.mutateAsync({ jobId: id }));
          router.refresh();
        }}
      >
        {lastError ?? "The job has no error."}
      </ConfirmDialog>
    </>
  );
}
