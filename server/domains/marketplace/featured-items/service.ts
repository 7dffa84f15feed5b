import { and, asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { featuredItems, listings, marketplaceItems, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp, mutate, read } from "@/server/core/transactions.ts";
import { MAX_FEATURED_ITEMS } from "@/shared/bounds.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import type { MarketplaceItemKey, MoveFeaturedItem } from "../input.ts";
import { findMarketplaceItems } from "../service.ts";
import type { MarketplaceItem } from "../view.ts";

/** Featured items that are on the marketplace, in order. Public. */
export async function listShownFeaturedItems(ctx: Context): Promise<MarketplaceItem[]> {
  const shown = await lookUp(ctx, (reader) =>
    reader
      .select({ listingId: marketplaceItems.listingId })
      .from(featuredItems)
      .innerJoin(marketplaceItems, IS_SAME_ITEM)
      .orderBy(asc(featuredItems.position)),
  );
  return findMarketplaceItems(
    ctx,
    shown.map(({ listingId }) => listingId),
  );
}

/** All featured items in order, also those that are not on the marketplace now. For Super Admins. */
export async function listFeaturedItems(ctx: Context) {
  return read(requireSuperAdmin(ctx), async (tx) => {
    const rows = await tx
      .select({
        type: featuredItems.type,
        slug: featuredItems.slug,
        featuredAt: featuredItems.featuredAt,
        name: listings.name,
        version: listings.version,
        publisher: tenants.name,
      })
      .from(featuredItems)
      .leftJoin(marketplaceItems, IS_SAME_ITEM)
      .leftJoin(listings, eq(listings.id, marketplaceItems.listingId))
      .leftJoin(tenants, eq(tenants.id, marketplaceItems.tenantId))
      .orderBy(asc(featuredItems.position));
    return rows.map(({ type, slug, featuredAt, name, version, publisher }) => ({
      type,
      slug,
      featuredAt: featuredAt.toISOString(),
      shown: name && version && publisher ? { name, version, publisher } : null,
    }));
  });
}

/**
 * Features an item of the marketplace, as the last one. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND` for an item without an approved version; `INVALID_TRANSITION` for one
 * that is featured, and at `MAX_FEATURED_ITEMS`
 */
export async function addFeaturedItem(ctx: Context, { type, slug }: MarketplaceItemKey): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "featured_item.add", async (tx) => {
    const order = await lockOrder(tx);
    const [item] = await tx
      .select({ tenantId: marketplaceItems.tenantId })
      .from(marketplaceItems)
      .where(and(eq(marketplaceItems.type, type), eq(marketplaceItems.slug, slug)));
    if (!item) throw notFound("item");
    if (indexIn(order, { type, slug }) >= 0) throw invalidTransition("The item is already featured.");
    if (order.length >= MAX_FEATURED_ITEMS) {
      throw invalidTransition(`Up to ${MAX_FEATURED_ITEMS} items can be featured.`);
    }
    const position = order.length + 1;
    await tx
      .insert(featuredItems)
      .values({ type, slug, position, featuredBy: admin.actor.userId, featuredAt: admin.now() });
    return { result: undefined, audit: auditOf({ type, slug }, { after: { position } }) };
  });
}

/**
 * Moves a featured item by one place; at the end of the list it stays. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function moveFeaturedItem(ctx: Context, { direction, ...key }: MoveFeaturedItem): Promise<void> {
  return mutate(requireSuperAdmin(ctx), "featured_item.move", async (tx) => {
    const order = await lockOrder(tx);
    const from = findIndexIn(order, key);
    const to = Math.min(order.length - 1, Math.max(0, from + (direction === "UP" ? -1 : 1)));
    await saveOrder(tx, order.toSpliced(from, 1).toSpliced(to, 0, key));
    const change = { before: { position: from + 1 }, after: { position: to + 1 } };
    return { result: undefined, audit: auditOf(key, change) };
  });
}

/** Stops featuring an item. For Super Admins. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function removeFeaturedItem(ctx: Context, key: MarketplaceItemKey): Promise<void> {
  return mutate(requireSuperAdmin(ctx), "featured_item.remove", async (tx) => {
    const order = await lockOrder(tx);
    const from = findIndexIn(order, key);
    await tx
      .delete(featuredItems)
      .where(and(eq(featuredItems.type, key.type), eq(featuredItems.slug, key.slug)));
    await saveOrder(tx, order.toSpliced(from, 1));
    return { result: undefined, audit: auditOf(key, { before: { position: from + 1 } }) };
  });
}

const IS_SAME_ITEM = and(
  eq(marketplaceItems.type, featuredItems.type),
  eq(marketplaceItems.slug, featuredItems.slug),
);

/** Featured items in order. Other changes of the order wait for the end of the transaction. */
async function lockOrder(tx: Transaction): Promise<MarketplaceItemKey[]> {
  await tx.execute(sql`lock table ${featuredItems} in share row exclusive mode`);
  return tx
    .select({ type: featuredItems.type, slug: featuredItems.slug })
    .from(featuredItems)
    .orderBy(asc(featuredItems.position));
}

async function saveOrder(tx: Transaction, order: readonly MarketplaceItemKey[]): Promise<void> {
  for (const [index, { type, slug }] of order.entries()) {
    await tx
      .update(featuredItems)
      .set({ position: index + 1 })
      .where(and(eq(featuredItems.type, type), eq(featuredItems.slug, slug)));
  }
}

const indexIn = (order: readonly MarketplaceItemKey[], { type, slug }: MarketplaceItemKey): number =>
  order.findIndex((one) => one.type === type && one.slug === slug);

function findIndexIn(order: readonly MarketplaceItemKey[], key: MarketplaceItemKey): number {
  const index = indexIn(order, key);
  if (index < 0) throw notFound("featured item");
  return index;
}

const auditOf = (
  { type, slug }: MarketplaceItemKey,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) =>
  ({
    type: "featured_item",
    id: `${LISTING_TYPE_SEGMENTS[type]}/${slug}`,
    tenantId: null,
    ...change,
  }) as const;
