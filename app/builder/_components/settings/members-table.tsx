"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Avatar } from "../../../_ui/frame/user-menu";
import { describeRole } from "../words";
import { RemoveMember } from "./remove-member";
import { RoleSelect } from "./role-select";
import classes from "./settings.module.css";

export type Member = RouterOutputs["membership"]["members"][number];

export function MembersTable({ tenant, isOwner }: { tenant: string; isOwner: boolean }) {
  const [members] = trpc.membership.members.useSuspenseQuery({ tenant });
  // Kept while the dialog fades out, so that its words stay.
  const [removing, setRemoving] = useState<Member>();
  const [isOpen, setIsOpen] = useState(false);
  const owners = members.filter(({ role }) => role === "OWNER").length;
  const isLast = ({ role }: Member) => role === "OWNER" && owners === 1;
  return (
    <>
      <DataTable
        caption="Members, owners first"
        columns={[
          personColumn,
          {
            key: "role",
            header: "Role",
            cell: (member) =>
              isOwner ? (
                <RoleSelect tenant={tenant} member={member} isFixed={isLast(member)} />
              ) : (
                describeRole(member.role).label
              ),
          },
          ...timeColumns,
          ...(isOwner
            ? [
                {
                  key: "remove",
                  header: <span className="visually-hidden">Actions</span>,
                  align: "end" as const,
                  cell: (member: Member) => (
                    <Button
                      variant="default"
                      size="xs"
                      disabled={isLast(member)}
                      title={isLast(member) ? "A tenant needs an owner" : undefined}
                      aria-label={member.isSelf ? "Leave the tenant" : `Remove ${member.name}`}
                      onClick={() => {
                        setRemoving(member);
                        setIsOpen(true);
                      }}
                    >
                      {member.isSelf ? "Leave" : "Remove"}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
        rows={members}
        rowKey={({ userId }) => userId}
      />
      {removing && (
        <RemoveMember tenant={tenant} member={removing} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const personColumn: Column<Member> = {
  key: "person",
  header: "Person",
  isWide: true,
  cell: ({ name, email, isSelf }) => (
    <span className={classes.person}>
      <Avatar name={name} />
      <span className={classes.names}>
        <span>
          {name} {isSelf && <span className={classes.email}>you</span>}
        </span>
        {email && <span className={classes.email}>{email}</span>}
      </span>
    </span>
  ),
};

const timeColumns: Column<Member>[] = [
  {
    key: "seen",
    header: "Last here",
    align: "end",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : "Never"),
  },
  {
    key: "joined",
    header: "Joined",
    align: "end",
    cell: ({ joinedAt }) => <RelativeTime value={joinedAt} />,
  },
];
