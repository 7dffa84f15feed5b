import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Reader } from "@/db/client.ts";
import { tenants, users } from "@/db/schema/index.ts";
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
