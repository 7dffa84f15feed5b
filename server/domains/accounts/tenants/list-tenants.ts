import { and, count, desc, eq, gt, inArray, isNotNull, isNull, max, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { apiTokens, apps, builds, memberships, subscriptions, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { matchesText } from "@/server/core/sql-search.ts";
import { read } from "@/server/core/transactions.ts";
import { measureSuspension, type SuspensionImpact } from "@/server/domains/apps/installations/impact.ts";
import {
  type ListingCountRow,
  listingCountsQuery,
  toListingCounts,
} from "@/server/domains/listings/counts.ts";
import type { ListingCounts } from "@/server/domains/listings/view.ts";
import { notFound } from "@/shared/errors.ts";
import { findTenantLookalikes } from "../lookalikes/find-lookalikes.ts";
import type { NameWarnings } from "../lookalikes/policy.ts";
import type { ListTenants } from "./input.ts";

/** One page of all tenants, newest first; `search` matches name, slug or id. For Super Admins. */
export async function listTenants(ctx: Context, input: ListTenants) {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const rows = await tx
      .select()
      .from(tenants)
      .where(
        and(
          matchesText(input.search, tenants.id, tenants.name, tenants.slug),
          hasState(input.state),
          olderThan(input.cursor, tenants.createdAt, tenants.id),
        ),
      )
      .orderBy(desc(tenants.createdAt), desc(tenants.id))
      .limit(input.limit + 1);
    const { shown, nextCursor } = pageOf(rows, input.limit, ({ createdAt, id }) => [createdAt, id]);
    const ids = shown.map(({ id }) => id);
    const counts = await countByTenant(tx, ids);
    const warningsOf = await findTenantLookalikes(tx, ids);
    return {
      tenants: shown.map(({ id, slug, name, suspendedAt, createdAt }) => ({
        id,
        slug,
        name,
        suspendedAt: suspendedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        ...counts(id),
        ...warningsOf({ id, name }),
      })),
      nextCursor,
    };
  });
}

/** One tenant with its counts and plan. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getTenant(ctx: Context, tenantId: string): Promise<TenantRecord> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [tenant] = await tx.select().from(tenants).where(eq(tenants.id, tenantId));
    if (!tenant) throw notFound("workspace");
    const { id, slug, name, suspendedAt, suspendedReason, verifiedAt, createdAt } = tenant;
    const [plan] = await tx
      .select({ name: subscriptions.plan, status: subscriptions.status })
      .from(subscriptions)
      .where(eq(subscriptions.tenantId, id))
      .orderBy(desc(subscriptions.createdAt))
      .limit(1);
    const warningsOf = await findTenantLookalikes(tx, [id]);
    return {
      ...warningsOf(tenant),
      id,
      slug,
      name,
      suspendedAt: suspendedAt?.toISOString() ?? null,
      suspendedReason,
      verifiedAt: verifiedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      members: await tx.$count(memberships, eq(memberships.tenantId, id)),
      owners: await tx.$count(memberships, and(eq(memberships.tenantId, id), eq(memberships.role, "OWNER"))),
      apps: await tx.$count(apps, eq(apps.tenantId, id)),
      activeTokens: await tx.$count(
        apiTokens,
        and(eq(apiTokens.tenantId, id), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, admin.now())),
      ),
      listings: toListingCounts(await tx.execute<ListingCountRow>(listingCountsQuery(sql`${id}::uuid`))),
      unfinishedBuilds: await tx.$count(
        builds,
        and(eq(builds.tenantId, id), inArray(builds.status, ["QUEUED", "IN_PROGRESS"])),
      ),
      impact: await measureSuspension(tx, id),
      plan: plan ?? null,
    };
  });
}

/** Filters by state; none or both match all tenants. */
const hasState = (states: ListTenants["state"]) =>
  states.length === 1
    ? states[0] === "SUSPENDED"
      ? isNotNull(tenants.suspendedAt)
      : isNull(tenants.suspendedAt)
    : undefined;

/** Counts members and apps of one page of tenants in two queries. */
async function countByTenant(tx: Reader, tenantIds: string[]) {
  const ofMembers = await tx
    .select({ id: memberships.tenantId, count: count(), lastUsedAt: max(memberships.lastUsedAt) })
    .from(memberships)
    .where(inArray(memberships.tenantId, tenantIds))
    .groupBy(memberships.tenantId);
  const ofApps = await tx
    .select({ id: apps.tenantId, count: count() })
    .from(apps)
    .where(inArray(apps.tenantId, tenantIds))
    .groupBy(apps.tenantId);
  return (tenantId: string) => {
    const members = ofMembers.find(({ id }) => id === tenantId);
    return {
      members: members?.count ?? 0,
      apps: ofApps.find(({ id }) => id === tenantId)?.count ?? 0,
      lastUsedAt: members?.lastUsedAt?.toISOString() ?? null,
    };
  };
}

export interface TenantListItem extends NameWarnings {
  id: string;
  slug: string;
  name: string;
  suspendedAt: string | null;
  createdAt: string;
  members: number;
  apps: number;
  /** Last visit of any member. */
  lastUsedAt: string | null;
}

/** Tenant with details for Super Admins. */
export interface TenantRecord extends Omit<TenantListItem, "lastUsedAt"> {
  suspendedReason: string | null;
  verifiedAt: string | null;
  owners: number;
  activeTokens: number;
  listings: ListingCounts;
  unfinishedBuilds: number;
  /** Impact of its suspension on other tenants. */
  impact: SuspensionImpact;
  plan: { name: string; status: string } | null;
}
