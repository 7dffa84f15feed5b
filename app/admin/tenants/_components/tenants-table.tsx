"use client";

import { IconBuilding } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { NamedSlug } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount, formatNumber } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { type TenantsView, tenantsHref, tenantsInput } from "../../_components/list-views";
import { NameFlag } from "../../_components/name-warnings";
import { TENANTS_PATH, tenantPath } from "../../_components/paths";
import { TenantStateBadge } from "../../_components/state-badges";

type ListedTenant = RouterOutputs["adminTenants"]["list"]["tenants"][number];

/** Page of tenants, newest first. */
export function TenantsTable({ view }: { view: TenantsView }) {
  const [{ tenants, nextCursor }] = trpc.adminTenants.list.useSuspenseQuery(tenantsInput(view));
  const router = useRouter();
  const activeKey = useRowCursor(
    tenants.map(({ id }) => id),
    (id) => router.push(tenantPath(id)),
  );
  const isNarrowed = view.search !== "" || view.state.length > 0 || view.cursor !== undefined;
  return (
    <DataTable
      caption="Workspaces, newest first"
      columns={columns}
      rows={tenants}
      rowKey={({ id }) => id}
      rowHref={({ id }) => tenantPath(id)}
      {...(activeKey && { activeKey })}
      empty={isNarrowed ? <NoMatch /> : <NoTenants />}
      footer={
        <Pager
          count={formatCount(tenants.length, "workspace")}
          newerHref={view.cursor && tenantsHref({ ...view, cursor: undefined })}
          olderHref={nextCursor ? tenantsHref({ ...view, cursor: nextCursor }) : undefined}
        />
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
  {
    key: "seen",
    header: "Last active",
    align: "end",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime value={lastUsedAt} /> : "Never"),
  },
  {
    key: "made",
    header: "Created",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
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
      action={<ButtonLink href="/sign-up">Sign up</ButtonLink>}
    />
  );
}
