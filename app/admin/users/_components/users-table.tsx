"use client";

import { IconUsers } from "@tabler/icons-react";
import { USERS_PATH, userPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import classes from "@/app/admin/_components/detail.module.css";
import { type UsersView, usersHref, usersInput } from "@/app/admin/_components/list-views.ts";
import { NameFlag } from "@/app/admin/_components/name-warnings.tsx";
import { UserStateBadge } from "@/app/admin/_components/state-badges.tsx";
import { isolate } from "@/shared/text/isolate.ts";

type ListedUser = RouterOutputs["adminUsers"]["list"]["users"][number];

/** Page of users, newest first. */
export function UsersTable({ view }: { view: UsersView }) {
  const [{ users, nextCursor }] = trpc.adminUsers.list.useSuspenseQuery(usersInput(view));
  return (
    <CursorTable
      caption="Users, newest first"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      rowHref={({ id }) => userPath(id)}
      empty={
        <EmptyState
          icon={<IconUsers size={20} stroke={1.6} />}
          title="No matching users"
          description="Search by name, email or full ID."
          action={<ButtonLink href={USERS_PATH}>Clear filters</ButtonLink>}
        />
      }
      footer={<Pager count={formatCount(users.length, "user")} {...pagesOf(view, nextCursor, usersHref)} />}
    />
  );
}

const columns: Column<ListedUser>[] = [
  {
    key: "person",
    header: "User",
    isWide: true,
    fullText: ({ name, email }) => `${isolate(name)} ${email}`,
    cell: (user) => (
      <>
        {user.name} <span className={classes.muted}>{user.email}</span> <NameFlag warnings={user} />
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    cell: ({ disabledAt }) => <UserStateBadge isDisabled={disabledAt !== null} />,
  },
  {
    key: "role",
    header: "Platform role",
    cell: ({ isSuperAdmin }) => (isSuperAdmin ? "Super Admin" : <Absent />),
  },
  { key: "tenants", header: "Workspaces", align: "end", cell: ({ tenants }) => formatNumber(tenants) },
  timeColumn("seen", "Last active", ({ lastUsedAt }) => lastUsedAt, <Absent why="never" />),
  timeColumn("made", "Created", ({ createdAt }) => createdAt),
];
