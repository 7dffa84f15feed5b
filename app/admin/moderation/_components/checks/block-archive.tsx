"use client";

import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { type RouterOutputs, trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import { ConfirmDialog } from "../../../../_ui/actions/dialog";

type BlockArchiveProps = {
  checks: Pick<RouterOutputs["adminChecks"]["of"], "block" | "listingId">;
  sha256: string;
  /** The phrase to confirm with. */
  slug: string;
};

/** Blocks or unblocks an archive by its SHA-256. */
export function BlockArchive({ checks: { block, listingId }, sha256, slug }: BlockArchiveProps) {
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
        title={block ? "Let this archive go?" : "Block this archive?"}
        effects={[`SHA-256 ${sha256}`, "Pending submissions of these bytes are checked again"]}
        phrase={slug}
        isReady={block !== null || reason.trim() !== ""}
        confirmLabel={block ? "Unblock archive" : "Block archive"}
        onConfirm={confirm}
      >
        {block ? (
          <p>
            {block.blockedBy ?? "The platform"} blocked it: {block.reason}
          </p>
        ) : (
          <>
            <p>Every submission that brings these very bytes is reported from now on, whoever hands it in.</p>
            <Textarea
              label="Why"
              description="Reviewers and publishers read it with the finding."
              required
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
