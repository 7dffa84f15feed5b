"use client";

import { useSyncExternalStore } from "react";
import {
  answerConfirmation,
  isConfirmationAsked,
  subscribeToConfirmation,
} from "@/app/_trpc/reauthentication.ts";
import { Dialog } from "@/app/_ui/actions/dialog.tsx";
import { ConfirmIdentity } from "./confirm-identity.tsx";
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

/** Dialog before a dangerous action, which continues once the user has confirmed who they are. */
function ConfirmIdentityDialog() {
  const isAsked = useSyncExternalStore(subscribeToConfirmation, isConfirmationAsked, () => false);
  return (
    <Dialog isOpen={isAsked} onClose={() => answerConfirmation(false)} title="Confirm it’s you" size={420}>
      <ConfirmIdentity
        onConfirmed={() => answerConfirmation(true)}
        onCancel={() => answerConfirmation(false)}
      />
    </Dialog>
  );
}
