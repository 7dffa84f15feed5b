"use client";

import { ConfirmIdentityDialog } from "./confirm-identity-dialog";
import { ExpiredSessionDialog, type SessionDialogProps } from "./expired-session-dialog";

/** Lazily loaded content of `SessionDialog`. */
export function SessionDialogs(props: SessionDialogProps) {
  return (
    <>
      <ExpiredSessionDialog {...props} />
      <ConfirmIdentityDialog />
    </>
  );
}
