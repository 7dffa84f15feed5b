import { and, desc, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings, tenants } from "@/db/schema/index.ts";
import { LISTING_TYPES, type ListingType } from "@/db/schema/vocabulary.ts";
import { TABLE_OF_TYPE } from "../entities/service.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { olderThan, pageOf } from "../platform/pagination.ts";
import { matchesText } from "../platform/search.ts";
import type { BrowseItems } from "./input.ts";
import { isFrom, PUBLISHER } from "./publisher.ts";
import type { CatalogItemsPage } from "./view.ts";

/**
 * One page of the plugins and themes of all tenants, published or not, the newest first; found by name, slug or id.
 * For Super Admins.
 */
export async function browseItems(ctx: Context, input: BrowseItems): Promise<CatalogItemsPage> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const found = [];
    for (const type of input.type.length > 0 ? input.type : LISTING_TYPES) {
      found.push(...(await selectOfType(tx, type, input)));
    }
    const { shown, nextCursor } = pageOf(found.sort(newestFirst), input.limit, (item) => [
      item.createdAt,
      item.id,
    ]);
    const figuresOf = await readFigures(
      tx,
      shown.map(({ id }) => id),
    );
    return {
      items: shown.map((item) => ({
        ...item,
        createdAt: item.createdAt.toISOString(),
        ...figuresOf(item.id),
      })),
      nextCursor,
    };
  });
}

async function selectOfType(tx: Transaction, type: ListingType, input: BrowseItems) {
  const table = TABLE_OF_TYPE[type];
  // Scalar, so that it is looked up by index for the rows of the page; the planner would join an EXISTS with all listings.
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
        matchesText(input.search, table.id, table.name, table.slug),
        isFrom(input.publisher, table.tenantId),
        isIn(input.state, isPublished),
        olderThan(input.cursor, table.createdAt, table.id),
      ),
    )
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(input.limit + 1);
  return rows.map((row) => ({ type, ...row }));
}

/** Both states are all items, and so is none. */
function isIn([only, ...others]: BrowseItems["state"], isPublished: SQL): SQL | undefined {
  if (!only || others.length > 0) return undefined;
  return only === "PUBLISHED" ? isPublished : not(isPublished);
}

type Placed = { id: string; createdAt: Date };

/** As the database orders them: by time, and then by id, whose letters are all lower case. */
function newestFirst(one: Placed, other: Placed): number {
  return other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1);
}

/** What became of the versions of the items of one page, counted together. */
async function readFigures(tx: Transaction, itemIds: string[]) {
  const itemId = sql<string>`coalesce(${listings.appPluginId}, ${listings.systemPluginId}, ${listings.themeId})`;
  const countOf = (where: SQL) => sql<number>`count(*) filter (where ${where})`.mapWith(Number);
  const approved = eq(listings.status, "APPROVED");
  const rows = await tx
    .select({
      itemId,
      published: sql<
        string | null
      >`(array_agg(${listings.version} order by ${listings.versionKey} desc) filter (where ${approved}))[1]`,
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
