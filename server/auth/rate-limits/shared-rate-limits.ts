import { database } from "@/server/core/context.ts";

/** Rows of one statement. A process counts far fewer subjects in a second. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Adds the counts of this process to the shared counts of the current windows.
 * @param counted requests by key
 * @param seconds length of a window that begins now
 * @returns the shared counts by key
 */
export async function addToSharedCounts(
  counted: ReadonlyMap<string, number>,
  seconds: number,
): Promise<Map<string, number>> {
  const rows = [...counted].map(([key, points]) => ({ key, points }));
  const sums = new Map<string, number>();
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT));
    // Sorted, so that two processes cannot deadlock.
    const settled = await database().systemDb.sql<{ key: string; points: number }[]>`
      insert into rate_limits as kept (key, points, expire)
      select key, points, now() + make_interval(secs => ${seconds})
      from json_to_recordset(${some}::text::json) as counted (key text, points integer)
      order by key
      on conflict (key) do update set
        points = case when kept.expire <= now() then 0 else kept.points end + excluded.points,
        expire = case when kept.expire <= now() then excluded.expire else kept.expire end
      returning key, points`;
    for (const { key, points } of settled) sums.set(key, points);
  }
  return sums;
}

export async function purgeSharedCounts(): Promise<void> {
  await database().systemDb.sql`delete from rate_limits where expire <= now()`;
}
