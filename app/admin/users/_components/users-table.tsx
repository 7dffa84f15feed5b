"use client";

import { IconUsers } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount, formatNumber } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import classes from "../../_components/detail.module.css";
import { type UsersView, usersHref, usersInput } from "../../_components/list-views";
import { NameFlag } from "../../_components/name-warnings";
import { USERS_PATH, userPath } from "../../_components/paths";
import { UserStateBadge } from "../../_components/state-badges";

type ListedUser = RouterOutputs["adminUsers"]["list"]["users"][number];

/** Page of users, newest first. */
export function UsersTable({ view }: { view: UsersView }) {
  const [{ users, nextCursor }] = trpc.adminUsers.list.useSuspenseQuery(usersInput(view));
  const router = useRouter();
  const activeKey = useRowCursor(
    users.map(({ id }) => id),
    (id) => router.push(userPath(id)),
  );
  return (
    <DataTable
      caption="Users, newest first"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      rowHref={({ id }) => userPath(id)}
      {...(activeKey && { activeKey })}
      empty={
        <EmptyState
          icon={<IconUsers size={20} stroke={1.6} />}
          title="No matching users"
          description="Search by name, email or full ID."
          action={<ButtonLink href={USERS_PATH}>Clear filters</ButtonLink>}
        />
      }
      footer={
        <Pager
          count={formatCount(users.length, "user")}
          newerHref={view.cursor && usersHref({ ...view, cursor: undefined })}
          olderHref={nextCursor ? usersHref({ ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

const columns: Column<ListedUser>[] = [
  {
    key: "person",
    header: "User",
    isWide: true,
    fullText: ({ name, email }) => `${name} ${email}`,
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
  {
    key: "seen",
    header: "Last active",
    align: "end",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : <Absent why="never" />),
  },
  {
    key: "made",
    header: "Created",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];
