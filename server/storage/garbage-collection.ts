import { asc, eq, like, or, type SQL, sql } from "drizzle-orm";
import { PLATFORM_SCOPE, type Transaction } from "@/db/client.ts";
import { collectionStops, objectDeletions } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import {
  read,
  type TransactionContext,
  withTransaction,
  writeUnaudited,
} from "@/server/core/transactions.ts";
import { objectStore } from "./object-store.ts";

/** Garbage that a small platform may have at any share. */
const MIN_UNUSUAL_COUNT = 100;
const BATCH_SIZE = 500;

/**
 * Transaction of a garbage collection. It states its scope itself: rows that a lost setting hides would make what they
 * refer to garbage.
 */
export function withStatedScope<T>(
  ctx: Context,
  run: (joined: TransactionContext<Context>) => Promise<T>,
): Promise<T> {
  return withTransaction(ctx, async (joined) => {
    await joined.open.tx.execute(sql`select set_config('drydock.scope', ${PLATFORM_SCOPE}, true)`);
    return run(joined);
  });
}

/**
 * Checks a garbage collection before it deletes: garbage of an unusual share of all rows is more likely an error that hides
 * what refers to them. Super Admins see a stop in the overview until a later run is usual.
 * @param garbage condition of the rows that would be deleted
 */
export async function isUsualShare(
  ctx: Context,
  collection: string,
  table: SQL,
  garbage: SQL,
): Promise<boolean> {
  return withStatedScope(ctx, async ({ open: { tx } }) => {
    const [count] = await tx.execute<{ garbage: number; total: number }>(sql`
      select garbage, case when garbage >= ${MIN_UNUSUAL_COUNT} then (select count(*) from ${table}) else 0 end::int as total
      from (select count(*)::int as garbage from ${table} where ${garbage}) counted`);
    const { garbage: found, total } = count ?? { garbage: 0, total: 0 };
    if (found < MIN_UNUSUAL_COUNT || found * 100 <= total * env().GC_MAX_PERCENT) {
      await tx.delete(collectionStops).where(eq(collectionStops.collection, collection));
      return true;
    }
    log().error({ collection, garbage: found, total }, "a garbage collection stopped: unusually many rows");
    const stop = { garbage: found, total };
    await tx
      .insert(collectionStops)
      .values({ collection, ...stop, stoppedAt: ctx.now() })
      .onConflictDoUpdate({ target: collectionStops.collection, set: stop });
    return false;
  });
}

/** Queues the deletion of objects in the transaction that deletes their rows. */
export async function queueDeletions(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({ key }));
  await tx.insert(objectDeletions).values(rows).onConflictDoNothing();
}

/** Withdraws queued deletions of objects that are stored again, and waits for one that is running. */
export async function withdrawDeletions(tx: Transaction, key: string, prefix: string): Promise<void> {
  await tx
    .delete(objectDeletions)
    .where(or(eq(objectDeletions.key, key), like(objectDeletions.key, `${prefix}%`)));
}

/**
 * Deletes queued objects, and each one's row once the store has confirmed. An object that fails moves to the end of the
 * queue and ends the run; the next one continues.
 */
export async function deleteQueuedObjects(ctx: Context): Promise<void> {
  const queued = await read(ctx, (tx) =>
    tx.select().from(objectDeletions).orderBy(asc(objectDeletions.queuedAt)).limit(BATCH_SIZE),
  );
  for (const { key } of queued) {
    try {
      await deleteObject(ctx, key);
    } catch (error) {
      log().warn({ err: error, key }, "an object was not deleted; it will be tried again");
      await writeUnaudited(ctx, (tx) =>
        tx.update(objectDeletions).set({ queuedAt: ctx.now() }).where(eq(objectDeletions.key, key)),
      );
      return;
    }
  }
}

function deleteObject(ctx: Context, key: string): Promise<void> {
  return writeUnaudited(ctx, async (tx) => {
    const isQueued = eq(objectDeletions.key, key);
    const [locked] = await tx
      .select()
      .from(objectDeletions)
      .where(isQueued)
      .for("update", { skipLocked: true });
    if (!locked) return;
    // An upload of the same bytes waits for this lock.
    await objectStore().delete(key);
    await tx.delete(objectDeletions).where(isQueued);
  });
}
