"use client";

import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";

type RevokeTokenDialogProps = {
  token: { name: string; lastFour: string };
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
  /** Whose token it is, or for what. */
  children: ReactNode;
};

export function RevokeTokenDialog({ token, isOpen, onClose, onConfirm, children }: RevokeTokenDialogProps) {
  async function confirm() {
    await withProblemMessage(onConfirm());
    notifications.show({ message: `${token.name} revoked` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Revoke ${token.name}?`}
      effects={[
        `Requests with the token ending in ${token.lastFour} fail within 5 seconds`,
        "This can’t be undone",
      ]}
      isDestructive
      confirmLabel="Revoke token"
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  );
}
