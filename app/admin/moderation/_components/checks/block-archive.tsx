"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { MAX_REASON_LENGTH } from "@/shared/bounds.ts";

type BlockArchiveProps = {
  checks: Pick<RouterOutputs["adminChecks"]["of"], "block" | "listingId">;
  sha256: string;
};

/** Blocks or unblocks an archive by its SHA-256. */
export function BlockArchive({ checks: { block, listingId }, sha256 }: BlockArchiveProps) {
  const utils = trpc.useUtils();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  const blocking = trpc.adminChecks.block.useMutation();
  const unblocking = trpc.adminChecks.unblock.useMutation();
  const confirm = async () => {
    try {
      if (block) await unblocking.mutateAsync({ sha256 });
      else await blocking.mutateAsync({ sha256, reason, listingId });
    } catch (error) {
      throw new Error(readProblem(error).message);
    }
    setReason("");
    await utils.adminChecks.of.invalidate({ listingId });
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {block ? "Unblock archive" : "Block archive"}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={block ? "Unblock this archive?" : "Block this archive?"}
        effects={[`SHA-256 ${sha256}`, "Pending submissions with this archive are checked again"]}
        isDestructive={block === null}
        isReady={block !== null || reason.trim() !== ""}
        confirmLabel={block ? "Unblock archive" : "Block archive"}
        onConfirm={confirm}
      >
        {block ? (
          <p>
            Blocked by {block.blockedBy ?? "Drydock"}: {block.reason}
          </p>
        ) : (
          <>
            <p>Every submission with this archive will be flagged.</p>
            <Textarea
              data-autofocus
              label="Reason"
              description="Shown to reviewers and publishers."
              required
              autosize
              minRows={2}
              maxLength={MAX_REASON_LENGTH}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
