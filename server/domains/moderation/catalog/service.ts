import { and, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "@/db/client.ts";
import { listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { matchesText, slugOfAddress } from "@/server/core/sql-search.ts";
import { read } from "@/server/core/transactions.ts";
import { TABLE_OF_TYPE } from "@/server/domains/items/entities/service.ts";
import { newestListings } from "@/server/domains/listings/listing-row.ts";
import { LISTING_TYPES, type ListingType } from "@/shared/vocabulary.ts";
import type { BrowseItems, BrowseListings } from "./input.ts";

/**
 * One page of the plugins and themes of all tenants, published or not, newest first; searched by name, slug or id. For Super
 * Admins.
 */
export async function browseItems(ctx: Context, input: BrowseItems) {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const found = [];
    for (const type of input.type.length > 0 ? input.type : LISTING_TYPES) {
      found.push(...(await selectItems(tx, type, input)));
    }
    const { shown, nextCursor } = pageOf(found.sort(newestFirst), input.limit, (item) => [
      item.createdAt,
      item.id,
    ]);
    const countsOf = await getVersionCounts(
      tx,
      shown.map(({ id }) => id),
    );
    return {
      items: shown.map((item) => ({
        ...item,
        createdAt: item.createdAt.toISOString(),
        ...countsOf(item.id),
      })),
      nextCursor,
    };
  });
}

async function selectItems(tx: Reader, type: ListingType, input: BrowseItems) {
  const table = TABLE_OF_TYPE[type];
  // A scalar subquery is evaluated by index per row of the page; EXISTS would be joined with all listings.
  const isPublished = sql`coalesce((select true from ${listings} version where version.type = ${type}
    and version.slug = ${table.slug} and version.status = 'APPROVED' limit 1), false)`;
  const rows = await tx
    .select({
      id: table.id,
      name: table.name,
      slug: table.slug,
      publisher: PUBLISHER,
      createdAt: table.createdAt,
    })
    .from(table)
    .innerJoin(tenants, eq(tenants.id, table.tenantId))
    .where(
      and(
        matchesText(slugOfAddress(input.search), table.id, table.name, table.slug),
        isFrom(input.publisher, table.tenantId),
        hasState(input.state, isPublished),
        olderThan(input.cursor, table.createdAt, table.id),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(input.limit + 1);
  return rows.map((row) => ({ type, ...row }));
}

/** No condition for both states or none. */
function hasState([only, ...others]: BrowseItems["state"], isPublished: SQL): SQL | undefined {
  if (!only || others.length > 0) return undefined;
  return only === "PUBLISHED" ? isPublished : not(isPublished);
}

type SortKey = { id: string; createdAt: Date };

/** Same order as the database: by time, then by id. Ids are lower case. */
function newestFirst(one: SortKey, other: SortKey): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1);
}

/** Numbers of versions by status of the items of one page, in one query. */
async function getVersionCounts(tx: Reader, itemIds: string[]) {
  const itemId = sql<string>`coalesce(${listings.appPluginId}, ${listings.systemPluginId}, ${listings.themeId})`;
  const countOf = (where: SQL) => sql<number>`count(*) filter (where ${where})`.mapWith(Number);
  const approved = eq(listings.status, "APPROVED");
  const rows = await tx
    .select({
      itemId,
      published: sql<
        string | null
      >`(array_agg(${listings.version} order by current_rank(${listings.versionKey}) desc) filter (where ${approved}))[1]`,
      versions: countOf(sql`true`),
      pending: countOf(eq(listings.status, "PENDING_APPROVAL")),
      suspended: countOf(eq(listings.status, "SUSPENDED")),
      lastSubmittedAt: sql<Date>`max(${listings.submittedAt})`.mapWith(listings.submittedAt),
    })
    .from(listings)
    .where(
      or(
        inArray(listings.appPluginId, itemIds),
        inArray(listings.systemPluginId, itemIds),
        inArray(listings.themeId, itemIds),
      ),
    )
    .groupBy(itemId);
  return (id: string) => {
    const row = rows.find((one) => one.itemId === id);
    return {
      published: row?.published ?? null,
      versions: row?.versions ?? 0,
      pending: row?.pending ?? 0,
      suspended: row?.suspended ?? 0,
      lastSubmittedAt: row?.lastSubmittedAt.toISOString() ?? null,
    };
  };
}

/**
 * One page of the listings of all tenants, last submitted first; searched by name, slug or id. For Super Admins.
 */
export async function browseListings(ctx: Context, input: BrowseListings) {
  const admin = requireSuperAdmin(ctx);
  const { publisher, type, status, cursor, limit } = input;
  const found = and(
    matchesText(slugOfAddress(input.search), listings.id, listings.name, listings.slug),
    type.length > 0 ? inArray(listings.type, type) : undefined,
  );
  const chosen =
    publisher === undefined
      ? and(
          found,
          status.length > 0 ? inArray(listings.status, status) : undefined,
          olderThan(cursor, listings.submittedAt, listings.id),
        )
      : sql`${listings.id} in ${newestListings(publisherId(publisher), { status, cursor, limit: limit + 1 }, found)}`;
  return read(admin, async (tx) => {
    const rows = await tx
      .select({
        id: listings.id,
        type: listings.type,
        name: listings.name,
        slug: listings.slug,
        version: listings.version,
        publisher: PUBLISHER,
        status: listings.status,
        downloads: sql<number>`coalesce(${listingDownloads.count}, 0)`.mapWith(Number),
        submittedAt: listings.submittedAt,
        decidedAt: listings.decidedAt,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(chosen)
      .orderBy(desc(listings.submittedAt), desc(listings.id))
      .limit(limit + 1);
    const { shown, nextCursor } = pageOf(rows, limit, ({ submittedAt, id }) => [submittedAt, id]);
    return {
      listings: shown.map((row) => ({
        ...row,
        submittedAt: row.submittedAt.toISOString(),
        decidedAt: row.decidedAt?.toISOString() ?? null,
      })),
      nextCursor,
    };
  });
}

export const PUBLISHER = {
  slug: tenants.slug,
  name: tenants.name,
  isSuspended: sql<boolean>`${isNotNull(tenants.suspendedAt)}`,
};

export const publisherId = (slug: string): SQL =>
  sql`(select publisher.id from ${tenants} publisher where publisher.slug = ${slug})`;

/** Condition on the tenant's id rather than on the join, so that an index on it is used. */
export const isFrom = (slug: string | undefined, tenantId: PgColumn): SQL | undefined =>
  slug === undefined ? undefined : sql`${tenantId} = ${publisherId(slug)}`;
