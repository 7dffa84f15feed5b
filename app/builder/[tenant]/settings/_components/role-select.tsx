"use client";

import { notifications } from "@mantine/notifications";
import { TENANT_ROLES, type TenantRole } from "@/db/schema/vocabulary.ts";
import { describeRole } from "../../../../_components/labels";
import { trpc } from "../../../../_trpc/client";
import { readProblem } from "../../../../_trpc/problem";
import { ChoiceButton } from "../../../../_ui/actions/choice-button";
import type { Member } from "./members-table";

const ROLES = TENANT_ROLES.map((role) => ({ value: role, label: describeRole(role).label }));

/** `isFixed`: the last owner stays one. */
export function RoleSelect({
  tenant,
  member,
  isFixed,
}: {
  tenant: string;
  member: Member;
  isFixed: boolean;
}) {
  const utils = trpc.useUtils();
  const change = trpc.membership.changeRole.useMutation();

  async function choose(role: TenantRole) {
    try {
      await change.mutateAsync({ tenant, userId: member.userId, role });
      notifications.show({ message: `${member.name} is ${describeRole(role).article} now.` });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    // One's own role decides what the page shows at all.
    if (member.isSelf) window.location.reload();
    else await utils.membership.members.invalidate({ tenant });
  }

  return (
    <ChoiceButton
      label={`Role of ${member.name}`}
      choices={ROLES}
      value={change.isPending ? change.variables.role : member.role}
      onChange={(role) => void choose(role)}
      isDisabled={isFixed || change.isPending}
      title={isFixed ? "A tenant needs an owner" : undefined}
    />
  );
}
