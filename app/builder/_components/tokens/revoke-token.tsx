"use client";

import { notifications } from "@mantine/notifications";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import type { ListedToken } from "./token-columns";

type RevokeTokenProps = { tenant: string; token: ListedToken; isOpen: boolean; onClose: () => void };

export function RevokeToken({ tenant, token, isOpen, onClose }: RevokeTokenProps) {
  const utils = trpc.useUtils();
  const revoke = trpc.tokens.revoke.useMutation();

  async function confirm() {
    try {
      await revoke.mutateAsync({ tenant, tokenId: token.id });
    } catch (error) {
      throw new Error(readProblem(error).message);
    }
    await utils.tokens.list.invalidate({ tenant });
    notifications.show({ message: `The token ${token.name} is revoked.` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Revoke the token ${token.name}?`}
      effects={[
        `Whatever uses the token ending in ${token.lastFour} is refused within 5 seconds`,
        "A revoked token cannot be brought back; a new one takes its place",
      ]}
      phrase={token.name}
      confirmLabel="Revoke token"
      onConfirm={confirm}
    >
      {token.isOwn ? "It is one of your tokens." : `It belongs to ${token.owner}.`}
    </ConfirmDialog>
  );
}
