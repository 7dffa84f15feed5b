import type { Metadata } from "next";
import { cache, Suspense } from "react";
import { describeStatus } from "@/app/_components/labels/status-badge.tsx";
import { TENANTS_PATH } from "@/app/_paths/admin.ts";
import { api, HydrateClient, orNotFound } from "@/app/_trpc/server.tsx";
import { requireAdmin } from "@/app/_trpc/session.ts";
import { CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { TableSkeleton } from "@/app/_ui/feedback/skeletons.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { readCursor, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "@/app/admin/_components/detail.module.css";
import { MembershipsTable } from "@/app/admin/_components/memberships/memberships-table.tsx";
import { TenantStateBadge } from "@/app/admin/_components/state-badges.tsx";
import { AuditTrail } from "@/app/admin/audit/_components/audit-trail.tsx";
import { listingsHref } from "@/app/admin/catalog/_components/catalog-view.tsx";
import { LISTING_STATUSES } from "@/shared/vocabulary.ts";
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
  await api.adminMembers.list.prefetch({ tenantId: tenant.id, ...(cursor && { cursor }) });
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
