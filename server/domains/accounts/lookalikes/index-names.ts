import { eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { tenants, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { namedAs } from "@/shared/name-skeleton.ts";

const BATCH_SIZE = 500;

/**
 * Job that computes missing skeletons of users and tenants: those of rows of an older release, and those that a migration
 * set to null because `skeletonOf` changed. Not audited, as no name changes.
 */
export async function indexNames(ctx: Context): Promise<void> {
  for (const table of [users, tenants]) {
    while ((await writeUnaudited(ctx, (tx) => indexBatch(tx, table))) === BATCH_SIZE);
  }
}

async function indexBatch(tx: Transaction, table: typeof users | typeof tenants): Promise<number> {
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(isNull(table.nameSkeleton))
    .orderBy(table.createdAt, table.id)
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  for (const { id, name } of rows) await tx.update(table).set(namedAs(name)).where(eq(table.id, id));
  return rows.length;
}
