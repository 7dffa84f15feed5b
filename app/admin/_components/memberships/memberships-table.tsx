"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { describeRole, ROLE_CHOICES } from "@/app/_components/labels/labels.ts";
import { tenantPath, userPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import { ChoiceButton } from "@/app/_ui/actions/choice-button.tsx";
import { actionsColumn, type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { isolate } from "@/shared/text/isolate.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { ActionDialog, type AdminAction, useActionDialog } from "../action-dialog";
import classes from "../detail.module.css";

export type Membership = RouterOutputs["adminMembers"]["list"]["memberships"][number];

type MembershipsTableProps = {
  /** Memberships of a tenant (its members) or of a user (their tenants). */
  of: { tenantId: string } | { userId: string };
  cursor?: string | undefined;
};

/** Members of a tenant, or tenants of a user, with their roles. */
export function MembershipsTable({ of, cursor }: MembershipsTableProps) {
  const [page] = trpc.adminMembers.list.useSuspenseQuery({
    ...of,
    ...(cursor && { cursor }),
  });
  const { memberships } = page;
  const { action, isOpen, ask, close } = useActionDialog();
  const end = useEndMembership();
  const isOfTenant = "tenantId" in of;
  const first = isOfTenant ? personColumn : tenantColumn;
  return (
    <>
      <DataTable
        caption={isOfTenant ? "Members, newest first" : "Workspaces"}
        columns={[
          first,
          { key: "role", header: "Role", cell: (membership) => <MembershipRole membership={membership} /> },
          timeColumn<Membership>("seen", "Last active", ({ lastUsedAt }) => lastUsedAt, "Never"),
          timeColumn<Membership>("joined", "Joined", ({ joinedAt }) => joinedAt),
          actionsColumn((membership: Membership) => (
            <Button
              variant="default"
              size="xs"
              aria-label={`Remove ${membership.user.name} from ${membership.tenant.name}`}
              onClick={() => ask(end(membership))}
            >
              Remove
            </Button>
          )),
        ]}
        rows={memberships}
        rowKey={({ tenant, user }) => `${tenant.id}-${user.id}`}
        rowHref={({ tenant, user }) => (isOfTenant ? userPath(user.id) : tenantPath(tenant.id))}
        empty={
          <EmptyState
            title={isOfTenant ? "No members" : "No workspaces"}
            description={
              isOfTenant
                ? "No one can access this workspace."
                : "This user can create a workspace or join one by invitation."
            }
          />
        }
        footer={
          <ListPager page={page} count={memberships.length} noun={isOfTenant ? "member" : "workspace"} />
        }
      />
      {action && <ActionDialog action={action} isOpen={isOpen} onClose={close} />}
    </>
  );
}

function useEndMembership(): (membership: Membership) => AdminAction {
  const utils = trpc.useUtils();
  const router = useRouter();
  const end = trpc.adminMembers.end.useMutation();
  return ({ tenant, user }) => ({
    title: `Remove ${user.name} from ${tenant.name}?`,
    text: "An owner can invite them again.",
    effects: [
      `${user.name} loses access immediately`,
      "Their API tokens for this workspace stop working within 5 seconds",
      "Builds and listings are kept",
    ],
    isDestructive: true,
    confirmLabel: "Remove member",
    run: async () => {
      await end.mutateAsync({ tenantId: tenant.id, userId: user.id });
      notifications.show({ message: `${user.name} removed from ${tenant.name}` });
      await utils.adminMembers.list.invalidate();
      router.refresh();
    },
  });
}

const personColumn: Column<Membership> = {
  key: "person",
  header: "User",
  isWide: true,
  fullText: ({ user }) => `${isolate(user.name)} ${user.email}`,
  cell: ({ user }) => (
    <>
      {user.name} <span className={classes.muted}>{user.isDisabled ? "disabled" : user.email}</span>
    </>
  ),
};

const tenantColumn: Column<Membership> = {
  key: "tenant",
  header: "Workspace",
  isWide: true,
  fullText: ({ tenant }) => `${isolate(tenant.name)} ${tenant.slug}`,
  cell: ({ tenant }) => (
    <>
      {tenant.name} <span className={classes.muted}>{tenant.isSuspended ? "suspended" : tenant.slug}</span>
    </>
  ),
};

/** Role of a member; a change takes effect at once, and a refused one shows its error. */
function MembershipRole({ membership: { tenant, user, role } }: { membership: Membership }) {
  const utils = trpc.useUtils();
  const router = useRouter();
  const change = trpc.adminMembers.changeRole.useMutation();

  async function choose(next: TenantRole) {
    await notifyOutcome(
      change.mutateAsync({ tenantId: tenant.id, userId: user.id, role: next }),
      () => `${user.name} is now ${describeRole(next).article} in ${tenant.name}`,
    );
    await utils.adminMembers.list.invalidate();
    router.refresh();
  }

  return (
    <ChoiceButton
      label={`Role of ${user.name} in ${tenant.name}`}
      choices={ROLE_CHOICES}
      value={change.isPending ? change.variables.role : role}
      onChange={(next) => void choose(next)}
      isDisabled={change.isPending}
    />
  );
}
