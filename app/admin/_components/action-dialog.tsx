"use client";

import { Textarea } from "@mantine/core";
import { useState } from "react";
import { readProblem } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import { MAX_REASON_LENGTH } from "@/shared/bounds.ts";

/** Action of a Super Admin that needs a confirmation. */
export type AdminAction = {
  title: string;
  text: string;
  effects?: string[];
  /** Text to type first. */
  phrase?: string;
  isDestructive?: boolean;
  /** Label of the reason; without it no reason is asked. */
  reasonLabel?: string;
  confirmLabel: string;
  run: (reason: string) => Promise<unknown>;
};

/** Confirmation dialog, with a reason where the action has one. */
export function ActionDialog({
  action,
  isOpen,
  onClose,
}: {
  action: AdminAction;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const { title, text, reasonLabel, run, ...rest } = action;

  async function confirm() {
    try {
      await run(reason.trim());
      setReason("");
    } catch (error) {
      throw new Error(readProblem(error).message);
    }
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      isReady={reasonLabel === undefined || reason.trim() !== ""}
      onConfirm={confirm}
      {...rest}
    >
      <p>{text}</p>
      {reasonLabel !== undefined && (
        <Textarea
          data-autofocus
          mt="md"
          label={reasonLabel}
          required
          withAsterisk={false}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={(change) => setReason(change.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

/** Which action is asked about; it is kept while its dialog fades out, so that its words stay. */
export function useActionDialog() {
  const [action, setAct] = useState<AdminAction>();
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: AdminAction) => {
    setAct(next);
    setIsOpen(true);
  };
  return { action, isOpen, ask, close: () => setIsOpen(false) };
}
