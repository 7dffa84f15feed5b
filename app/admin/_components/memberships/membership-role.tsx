"use client";

import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { describeRole } from "@/app/_components/labels/labels.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { readProblem } from "@/app/_trpc/problem.ts";
import { ChoiceButton } from "@/app/_ui/actions/choice-button.tsx";
import { TENANT_ROLES, type TenantRole } from "@/shared/vocabulary.ts";
import type { Membership } from "./memberships-table";

const ROLES = TENANT_ROLES.map((role) => ({ value: role, label: describeRole(role).label }));

/** Role of a member; a change takes effect at once, and a refused one shows its error. */
export function MembershipRole({ membership: { tenant, user, role } }: { membership: Membership }) {
  const utils = trpc.useUtils();
  const router = useRouter();
  const change = trpc.adminMembers.changeRole.useMutation();

  async function choose(next: TenantRole) {
    try {
      await change.mutateAsync({ tenantId: tenant.id, userId: user.id, role: next });
      notifications.show({
        message: `${user.name} is now ${describeRole(next).article} in ${tenant.name}`,
      });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    await utils.adminMembers.list.invalidate();
    router.refresh();
  }

  return (
    <ChoiceButton
      label={`Role of ${user.name} in ${tenant.name}`}
      choices={ROLES}
      value={change.isPending ? change.variables.role : role}
      onChange={(next) => void choose(next)}
      isDisabled={change.isPending}
    />
  );
}
