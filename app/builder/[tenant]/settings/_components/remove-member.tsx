"use client";

import { notifications } from "@mantine/notifications";
import { BUILDER_PATH } from "@/app/_paths/builder.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { withProblemMessage } from "@/app/_trpc/problem.ts";
import { ConfirmDialog } from "@/app/_ui/actions/dialog.tsx";
import type { Member } from "./members-table";

type RemoveMemberProps = { tenant: string; member: Member; isOpen: boolean; onClose: () => void };

export function RemoveMember({ tenant, member, isOpen, onClose }: RemoveMemberProps) {
  const utils = trpc.useUtils();
  const remove = trpc.members.remove.useMutation();
  const { isSelf, name, userId } = member;

  async function confirm() {
    await withProblemMessage(remove.mutateAsync({ tenant, userId }));
    if (isSelf) return window.location.assign(BUILDER_PATH);
    notifications.show({ message: `${name} removed` });
    await utils.members.list.invalidate({ tenant });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isSelf ? "Leave workspace?" : `Remove ${name}?`}
      effects={[
        `${isSelf ? "You lose" : `${name} loses`} access within 5 seconds`,
        `${isSelf ? "Your" : "Their"} API tokens for this workspace stop working`,
        "Builds and listings are kept",
      ]}
      isDestructive
      {...(isSelf && { phrase: tenant })}
      confirmLabel={isSelf ? "Leave workspace" : "Remove member"}
      onConfirm={confirm}
    >
      {isSelf ? "You need a new invitation to rejoin." : "You can invite them again."}
    </ConfirmDialog>
  );
}
