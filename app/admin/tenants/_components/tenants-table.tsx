"use client";

import { IconBuilding } from "@tabler/icons-react";
import { SIGN_UP_PATH } from "@/app/_paths/account.ts";
import { TENANTS_PATH, tenantPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { NamedSlug } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import { type TenantsView, tenantsHref, tenantsInput } from "@/app/admin/_components/list-views.ts";
import { NameFlag } from "@/app/admin/_components/name-warnings.tsx";
import { TenantStateBadge } from "@/app/admin/_components/state-badges.tsx";

type ListedTenant = RouterOutputs["adminTenants"]["list"]["tenants"][number];

/** Page of tenants, newest first. */
export function TenantsTable({ view }: { view: TenantsView }) {
  const [{ tenants, nextCursor }] = trpc.adminTenants.list.useSuspenseQuery(tenantsInput(view));
  const isNarrowed = view.search !== "" || view.state.length > 0 || view.cursor !== undefined;
  return (
    <CursorTable
      caption="Workspaces, newest first"
      columns={columns}
      rows={tenants}
      rowKey={({ id }) => id}
      rowHref={({ id }) => tenantPath(id)}
      empty={isNarrowed ? <NoMatch /> : <NoTenants />}
      footer={
        <Pager count={formatCount(tenants.length, "workspace")} {...pagesOf(view, nextCursor, tenantsHref)} />
      }
    />
  );
}

const columns: Column<ListedTenant>[] = [
  {
    key: "tenant",
    header: "Workspace",
    isWide: true,
    cell: (tenant) => (
      <>
        <NamedSlug name={tenant.name} slug={tenant.slug} /> <NameFlag warnings={tenant} />
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    cell: ({ suspendedAt }) => <TenantStateBadge isSuspended={suspendedAt !== null} />,
  },
  { key: "members", header: "Members", align: "end", cell: ({ members }) => formatNumber(members) },
  { key: "apps", header: "Apps", align: "end", cell: ({ apps }) => formatNumber(apps) },
  timeColumn("seen", "Last active", ({ lastUsedAt }) => lastUsedAt, "Never"),
  timeColumn("made", "Created", ({ createdAt }) => createdAt),
];

function NoMatch() {
  return (
    <EmptyState
      title="No matching workspaces"
      description="Search by name, slug or full ID."
      action={<ButtonLink href={TENANTS_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function NoTenants() {
  return (
    <EmptyState
      icon={<IconBuilding size={20} stroke={1.6} />}
      title="No workspaces yet"
      description="Signing up creates a workspace."
      action={<ButtonLink href={SIGN_UP_PATH}>Sign up</ButtonLink>}
    />
  );
}
