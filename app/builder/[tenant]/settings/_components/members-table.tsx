"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { describeRole, ROLE_CHOICES } from "@/app/_components/labels/labels.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import { ChoiceButton } from "@/app/_ui/actions/choice-button.tsx";
import { actionsColumn, type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Avatar } from "@/app/_ui/data/values.tsx";
import { ListPager } from "@/app/_ui/list/list-pager.tsx";
import { isolate } from "@/shared/text/isolate.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";
import { RemoveMember } from "./remove-member";
import classes from "./settings.module.css";

export type Member = RouterOutputs["members"]["list"]["members"][number];

type MembersTableProps = { tenant: string; isOwner: boolean; cursor: string | undefined };

export function MembersTable({ tenant, isOwner, cursor }: MembersTableProps) {
  const [page] = trpc.members.list.useSuspenseQuery({
    tenant,
    ...(cursor && { cursor }),
  });
  const { members, ownerCount } = page;
  // Kept while the dialog closes, so that its text stays.
  const [removing, setRemoving] = useState<Member>();
  const [isOpen, setIsOpen] = useState(false);
  const isLastOwner = ({ role }: Member) => role === "OWNER" && ownerCount === 1;
  return (
    <>
      <DataTable
        caption="Members, owners first"
        columns={[
          personColumn(isOwner),
          {
            key: "role",
            header: "Role",
            cell: (member) =>
              isOwner ? (
                <RoleSelect tenant={tenant} member={member} isLastOwner={isLastOwner(member)} />
              ) : (
                describeRole(member.role).label
              ),
          },
          timeColumn<Member>("seen", "Last active", ({ lastUsedAt }) => lastUsedAt, "Never"),
          timeColumn<Member>("joined", "Joined", ({ joinedAt }) => joinedAt),
          ...(isOwner
            ? [
                actionsColumn((member: Member) => (
                  <Button
                    variant="default"
                    size="xs"
                    disabled={isLastOwner(member)}
                    title={isLastOwner(member) ? "A workspace needs an owner" : undefined}
                    aria-label={member.isSelf ? "Leave workspace" : `Remove ${member.name}`}
                    onClick={() => {
                      setRemoving(member);
                      setIsOpen(true);
                    }}
                  >
                    {member.isSelf ? "Leave" : "Remove"}
                  </Button>
                )),
              ]
            : []),
        ]}
        rows={members}
        rowKey={({ userId }) => userId}
        footer={
          <ListPager
            page={page}
            count={members.length}
            noun="member"
            labels={{ newer: "Previous", older: "Next" }}
          />
        }
      />
      {removing && (
        <RemoveMember tenant={tenant} member={removing} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

/** With emails for owners, who see all of them; others see only their own. */
const personColumn = (hasEmails: boolean): Column<Member> => ({
  key: "person",
  header: "Member",
  isWide: true,
  fullText: ({ name, email }) => (email ? `${isolate(name)} ${email}` : name),
  cell: ({ name, email, isSelf }) => (
    <span className={classes.person}>
      <Avatar name={name} />
      <span className={classes.names}>
        <span>
          {name} {isSelf && <span className={classes.email}>you</span>}
        </span>
        {hasEmails && email && <span className={classes.email}>{email}</span>}
      </span>
    </span>
  ),
});

type RoleSelectProps = { tenant: string; member: Member; isLastOwner: boolean };

function RoleSelect({ tenant, member, isLastOwner }: RoleSelectProps) {
  const utils = trpc.useUtils();
  const change = trpc.members.changeRole.useMutation();

  async function choose(role: TenantRole) {
    await notifyOutcome(
      change.mutateAsync({ tenant, userId: member.userId, role }),
      () => `${member.name} is now ${describeRole(role).article}`,
    );
    // The user's own role decides what the page shows.
    if (member.isSelf) window.location.reload();
    else await utils.members.list.invalidate({ tenant });
  }

  return (
    <ChoiceButton
      label={`Role of ${member.name}`}
      choices={ROLE_CHOICES}
      value={change.isPending ? change.variables.role : member.role}
      onChange={(role) => void choose(role)}
      isDisabled={isLastOwner || change.isPending}
      title={isLastOwner ? "A workspace needs an owner" : undefined}
    />
  );
}
