"use client";

import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";

type Passkey = RouterOutputs["secondFactors"]["get"]["passkeys"][number];

export type Removal =
  | { kind: "remove-totp" }
  | { kind: "remove-passkey"; passkey: Passkey }
  | { kind: "new-codes" };

type RemovalDialogProps = {
  removal: Removal;
  isOpen: boolean;
  /** No second factor is left afterwards. */
  isLast: boolean;
  onClose: () => void;
  onDone: (codes: string[] | null) => Promise<void>;
};

/** Confirmation of a removal, or of new recovery codes. */
export function RemovalDialog({ removal, isOpen, isLast, onClose, onDone }: RemovalDialogProps) {
  const removeTotp = trpc.secondFactors.removeTotp.useMutation();
  const removePasskey = trpc.secondFactors.removePasskey.useMutation();
  const replaceCodes = trpc.secondFactors.regenerateRecoveryCodes.useMutation();
  const dialog = { isOpen, onClose, isDestructive: true };
  const effects = [
    "All other sessions are signed out",
    ...(isLast && removal.kind !== "new-codes"
      ? ["Your password alone signs you in; recovery codes are deleted"]
      : []),
  ];
  switch (removal.kind) {
    case "remove-totp":
      return (
        <ConfirmDialog
          {...dialog}
          title="Remove the authenticator app?"
          effects={effects}
          confirmLabel="Remove"
          onConfirm={async () => onDone(await withProblemMessage(removeTotp.mutateAsync()))}
        >
          Its codes stop working.
        </ConfirmDialog>
      );
    case "remove-passkey":
      return (
        <ConfirmDialog
          {...dialog}
          title={`Remove the passkey ${removal.passkey.name}?`}
          effects={effects}
          confirmLabel="Remove"
          onConfirm={async () =>
            onDone(await withProblemMessage(removePasskey.mutateAsync({ passkeyId: removal.passkey.id })))
          }
        >
          You can no longer sign in with it. Delete it on your device too.
        </ConfirmDialog>
      );
    case "new-codes":
      return (
        <ConfirmDialog
          {...dialog}
          title="Replace your recovery codes?"
          effects={effects}
          confirmLabel="Replace"
          onConfirm={async () => onDone(await withProblemMessage(replaceCodes.mutateAsync()))}
        >
          Your current codes stop working.
        </ConfirmDialog>
      );
  }
}
