import { eq, isNull, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader, Transaction } from "@/db/client.ts";
import { tenants, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import { hasMixedScripts } from "@/shared/text/mixed-scripts.ts";
import { type Lookalike, MAX_LOOKALIKES, type NameWarnings } from "./policy.ts";

type WarningsOf = (row: { id: string; name: string }) => NameWarnings;

/** Warnings about the names of users. Needs the platform's scope. */
export const findUserLookalikes = (tx: Reader, ids: string[]): Promise<WarningsOf> =>
  findLookalikes(tx, users, users.email, ids);

/** Warnings about the names of tenants. Needs the platform's scope. */
export const findTenantLookalikes = (tx: Reader, ids: string[]): Promise<WarningsOf> =>
  findLookalikes(tx, tenants, tenants.slug, ids);

/**
 * Others with the same skeleton: one statement that reads at most `MAX_LOOKALIKES` + 1 rows per name. Equality is written as
 * a range, so that only the index on skeletons has the order; PostgreSQL would filter the index by time instead.
 */
async function findLookalikes(
  tx: Reader,
  table: typeof users | typeof tenants,
  handle: PgColumn,
  ids: string[],
): Promise<WarningsOf> {
  const found =
    ids.length === 0
      ? []
      : await tx.execute<{ ownId: string } & Lookalike & Record<string, unknown>>(sql`
          select own.id as "ownId", other.id, other.name, other.handle
          from ${table} own
          cross join lateral (
            select id, name, ${sql.identifier(handle.name)} as handle
            from ${table} same
            where same.name_skeleton >= own.name_skeleton and same.name_skeleton <= own.name_skeleton
              and same.id <> own.id
            order by same.name_skeleton, same.created_at, same.id
            limit ${MAX_LOOKALIKES}
          ) other
          where own.id in ${ids} and own.name_skeleton <> ''`);
  return ({ id, name }) => ({
    lookalikes: found
      .filter(({ ownId }) => ownId === id)
      .map(({ id: otherId, name: otherName, handle: otherHandle }) => ({
        id: otherId,
        name: otherName,
        handle: otherHandle,
      })),
    hasMixedScripts: hasMixedScripts(name),
  });
}

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
