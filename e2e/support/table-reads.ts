import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";

/** Tables that `read` goes through as a whole, as PostgreSQL counts it. */
export async function sequentialScansOf<C extends Context>(
  ctx: C,
  tables: readonly string[],
  read: (ctx: C) => Promise<unknown>,
): Promise<string[]> {
  return withTransaction(ctx, async (joined) => {
    const before = await countScans(joined.open.tx, tables);
    await read(joined);
    const after = await countScans(joined.open.tx, tables);
    return after.filter(({ scans }, index) => scans !== before[index]?.scans).map(({ table }) => table);
  });
}

/** Number of rows of a table that `read` fetches, by any plan. */
export async function rowsReadOf<C extends Context>(
  ctx: C,
  table: string,
  read: (ctx: C) => Promise<unknown>,
): Promise<number> {
  return withTransaction(ctx, (joined) => countFetched(joined.open.tx, table, () => read(joined)));
}

/** The same in an open transaction. */
export async function countFetched(
  tx: Transaction,
  table: string,
  read: () => Promise<unknown>,
): Promise<number> {
  const count = async () => {
    const [row] = await tx.execute<{ rows: number }>(sql`
      select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname = ${table}`);
    return row?.rows ?? 0;
  };
  const before = await count();
  await read();
  return (await count()) - before;
}

/** Reads that the connection has not reported yet: of its open transaction, and perhaps of those before. */
const countScans = (tx: Transaction, tables: readonly string[]) =>
  tx.execute<{ table: string; scans: string }>(sql`
    select relname as table, seq_scan as scans from pg_stat_xact_user_tables where relname in ${tables} order by 1`);
