"use client";

import { notifications } from "@mantine/notifications";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { ConfirmDialog } from "../../../_ui/actions/dialog";
import type { Member } from "./members-table";

type RemoveMemberProps = { tenant: string; member: Member; isOpen: boolean; onClose: () => void };

export function RemoveMember({ tenant, member, isOpen, onClose }: RemoveMemberProps) {
  const utils = trpc.useUtils();
  const remove = trpc.membership.removeMember.useMutation();
  const { isSelf, name, userId } = member;

  async function confirm() {
    try {
      await remove.mutateAsync({ tenant, userId });
    } catch (error) {
      throw new Error(readProblem(error).message);
    }
    if (isSelf) return window.location.assign("/builder");
    await utils.membership.members.invalidate({ tenant });
    notifications.show({ message: `${name} is no member any more.` });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isSelf ? "Leave this tenant?" : `Remove ${name}?`}
      effects={[
        `${isSelf ? "You lose" : `${name} loses`} sight of the tenant within 5 seconds`,
        `${isSelf ? "Your" : "Their"} API tokens of this tenant stop working`,
        "Builds and listings stay",
      ]}
      phrase={isSelf ? tenant : name}
      confirmLabel={isSelf ? "Leave tenant" : "Remove member"}
      onConfirm={confirm}
    >
      {isSelf ? "Coming back takes a new invitation." : "To bring them back, invite them again."}
    </ConfirmDialog>
  );
}
