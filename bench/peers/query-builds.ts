import { rowId } from "../data/ids.ts";
import type { Pools } from "./pools.ts";
import { replay } from "./replay.ts";

const LIMIT = 25;

/** Answers the dashboard's query for builds as its batching link reads it. */
export async function queryBuilds(pools: Pools, input: string): Promise<object> {
  const { tenant } = (JSON.parse(input) as { 0: { json: { tenant: string } } })[0].json;
  const answers = await replay(pools, "query", membership(tenant));
  const [rows = []] = answers.slice(-1);
  const total = rows[0]?.[0];
  const builds = rows.slice(0, LIMIT).map((row) => viewOfRow(row));
  const last = rows.length > LIMIT ? builds.at(-1) : undefined;
  const nextCursor = last ? `${String(last.createdAt)} ${String(last.id)}` : null;
  return [{ result: { data: { json: { builds, nextCursor, total } } } }];
}

/** What stands for the first tenant and its member where another tenant is asked for. */
export function membership(slug: string): Record<string, string> {
  const number = Number(slug.split("-")[1]);
  return {
    [rowId("tenant", 0)]: rowId("tenant", number),
    [rowId("user", 0)]: rowId("user", number),
    "bench-0": slug,
  };
}

const viewOfRow = (row: unknown[]) => ({
  id: row[1],
  appId: row[2],
  number: row[3],
  platform: row[4],
  version: row[5],
  status: row[6],
  sizeBytes: row[7],
  workerId: row[8],
  retryOf: row[9],
  stalled: row[10],
  createdAt: row[11],
  startedAt: row[12],
  finishedAt: row[13],
  updatedAt: row[14],
  app: { id: row[2], name: row[15] },
});
