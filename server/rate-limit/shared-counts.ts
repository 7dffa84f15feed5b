import { database } from "../context.ts";

/** Far above what one process counts in a second; beyond it the rest waits for the next statement. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * Adds what this process counted to what all processes counted in the present windows, all of it in one statement.
 * @param counted requests by key
 * @param seconds how long a window lasts that begins now
 * @returns the sums by key
 */
export async function addToShared(
  counted: ReadonlyMap<string, number>,
  seconds: number,
): Promise<Map<string, number>> {
  const rows = [...counted].map(([key, points]) => ({ key, points }));
  const sums = new Map<string, number>();
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT));
    // Sorted, so that two processes that settle at once never wait for each other in a circle.
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

/** Removes the counts of windows that are over. */
export async function purgeSharedCounts(): Promise<void> {
  await database().systemDb.sql`delete from rate_limits where expire <= now()`;
}
