import { and, arrayOverlaps, asc, eq, isNull, lt, ne, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { itemNames, type listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { lookalikeKeys } from "@/shared/plugin/checks/lookalike.ts";
import type { SimilarItem } from "@/shared/plugin/checks/submission-rules.ts";

type Named = Pick<typeof listings.$inferSelect, "type" | "slug" | "tenantId" | "name" | "submittedAt">;

const MAX_SIMILAR_ITEMS = 50;
const BATCH_SIZE = 500;

/** Indexes the slugs and names of listings, which later submissions are compared with. Needs the platform's scope. */
export async function recordNames(tx: Transaction, submitted: readonly Named[]): Promise<void> {
  const newest = new Map(submitted.map((listing) => [`${listing.type} ${listing.slug}`, listing]));
  if (newest.size === 0) return;
  // A fixed lock order prevents deadlocks.
  const inOrder = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, listing]) => listing);
  await tx
    .insert(itemNames)
    .values(
      inOrder.map(({ type, slug, tenantId, name, submittedAt }) => ({
        type,
        slug,
        tenantId,
        name,
        keys: lookalikeKeys(slug, name),
        since: submittedAt,
      })),
    )
    .onConflictDoUpdate({
      target: [itemNames.type, itemNames.slug],
      set: {
        name: sql`excluded.name`,
        keys: sql`excluded.keys`,
        since: sql`least(${itemNames.since}, excluded.since)`,
      },
    });
}

/** Earlier items of other tenants with a similar slug or name, of any type, up to `MAX_SIMILAR_ITEMS`. */
export async function findSimilarItems(tx: Reader, listing: Named): Promise<SimilarItem[]> {
  const [own] = await tx
    .select({ since: itemNames.since })
    .from(itemNames)
    .where(and(eq(itemNames.type, listing.type), eq(itemNames.slug, listing.slug)));
  const keys = lookalikeKeys(listing.slug, listing.name);
  if (keys.length === 0) return [];
  return tx
    .select({ type: itemNames.type, slug: itemNames.slug, name: itemNames.name, publisher: tenants.name })
    .from(itemNames)
    .innerJoin(tenants, eq(tenants.id, itemNames.tenantId))
    .where(
      and(
        arrayOverlaps(itemNames.keys, keys),
        ne(itemNames.tenantId, listing.tenantId),
        lt(itemNames.since, own?.since ?? listing.submittedAt),
      ),
    )
    .orderBy(asc(itemNames.since))
    .limit(MAX_SIMILAR_ITEMS);
}

/** Job that computes missing keys: those that a migration set to null because `skeletonOf` changed. */
export async function indexItemNames(ctx: Context): Promise<void> {
  while ((await writeUnaudited(ctx, indexBatch)) === BATCH_SIZE);
}

async function indexBatch(tx: Transaction): Promise<number> {
  const rows = await tx
    .select({ type: itemNames.type, slug: itemNames.slug, name: itemNames.name })
    .from(itemNames)
    .where(isNull(itemNames.keys))
    .orderBy(asc(itemNames.type), asc(itemNames.slug))
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  for (const { type, slug, name } of rows) {
    await tx
      .update(itemNames)
      .set({ keys: lookalikeKeys(slug, name) })
      .where(and(eq(itemNames.type, type), eq(itemNames.slug, slug)));
  }
  return rows.length;
}
