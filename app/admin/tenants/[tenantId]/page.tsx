import type { Metadata } from "next";
import { cache, Suspense } from "react";
import { LISTING_STATUSES } from "@/shared/vocabulary.ts";
import { api, HydrateClient, orNotFound } from "../../../_trpc/server";
import { requireAdmin } from "../../../_trpc/session";
import { CopyableId } from "../../../_ui/actions/copyable-code";
import { describeStatus } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import { KeyValueList } from "../../../_ui/data/values";
import { TableSkeleton } from "../../../_ui/feedback/skeletons";
import { formatNumber } from "../../../_ui/format";
import { readCursor, type SearchParams } from "../../../_ui/list/list-url";
import { Link } from "../../../_ui/page/link";
import { PageHeader } from "../../../_ui/page/page-header";
import { Section } from "../../../_ui/page/section";
import classes from "../../_components/detail.module.css";
import { MembershipsTable } from "../../_components/memberships/memberships-table";
import { TENANTS_PATH } from "../../_components/paths";
import { TenantStateBadge } from "../../_components/state-badges";
import { AuditTrail } from "../../audit/_components/audit-trail";
import { listingsHref } from "../../catalog/_components/catalog-view";
import { TenantPanel } from "../_components/tenant-panel";

type TenantPageProps = { params: Promise<{ tenantId: string }>; searchParams: Promise<SearchParams> };

const getTenant = cache((tenantId: string) => orNotFound(api.adminTenants.get({ tenantId })));

export async function generateMetadata({ params }: TenantPageProps): Promise<Metadata> {
  await requireAdmin();
  return { title: (await getTenant((await params).tenantId)).name };
}

export default async function TenantPage({ params, searchParams }: TenantPageProps) {
  await requireAdmin();
  const tenant = await getTenant((await params).tenantId);
  const cursor = readCursor(await searchParams);
  // Awaited: the changes follow, and no skeleton has the height of an unknown number of rows.
  await api.adminMemberships.list.prefetch({ tenantId: tenant.id, ...(cursor && { cursor }) });
  return (
    <>
      <PageHeader
        breadcrumbs={[{ href: TENANTS_PATH, label: "Workspaces" }]}
        title={tenant.name}
        badge={<TenantStateBadge isSuspended={tenant.suspendedAt !== null} />}
        description={tenant.slug}
      />
      <div className={classes.columns}>
        <div className={`${classes.stack} ${classes.side}`}>
          <TenantPanel tenant={tenant} />
          <Section title="Workspace">
            <KeyValueList
              items={[
                { label: "Created", value: <RelativeTime value={tenant.createdAt} /> },
                {
                  label: "Plan",
                  value: tenant.plan && `${tenant.plan.name}, ${describePlan(tenant.plan.status)}`,
                },
                { label: "Members", value: formatNumber(tenant.members) },
                { label: "Owners", value: formatNumber(tenant.owners) },
                { label: "API tokens", value: formatNumber(tenant.activeTokens) },
                { label: "Apps", value: formatNumber(tenant.apps) },
                { label: "Unfinished builds", value: formatNumber(tenant.unfinishedBuilds) },
                {
                  label: "Listings",
                  value: describeListings(tenant.listings) && (
                    <Link href={listingsHref({ publisher: tenant.slug })}>
                      {describeListings(tenant.listings)}
                    </Link>
                  ),
                },
                { label: "ID", value: <CopyableId id={tenant.id} label="workspace ID" /> },
              ]}
            />
          </Section>
        </div>
        <div className={classes.stack}>
          <Section title="Members">
            <HydrateClient>
              <MembershipsTable of={{ tenantId: tenant.id }} cursor={cursor} />
            </HydrateClient>
          </Section>
          <Suspense fallback={<TableSkeleton columns={6} rows={8} />}>
            <AuditTrail filters={{ tenant: tenant.slug }} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

const describePlan = (status: string): string => status.toLowerCase().replaceAll("_", " ");

function describeListings(counts: Awaited<ReturnType<typeof getTenant>>["listings"]): string | null {
  const parts = LISTING_STATUSES.filter((status) => counts[status]).map(
    (status) => `${formatNumber(counts[status])} ${describeStatus(status).toLowerCase()}`,
  );
  return parts.length > 0 ? parts.join(", ") : null;
}
