import { rowId } from "../data/ids.ts";
import type { Pools } from "./pools.ts";
import { replay } from "./replay.ts";

const LIMIT = 25;

/** Answers the dashboard's query for builds as its batching link reads it. */
export async function queryBuilds(pools: Pools, input: string): Promise<object> {
  const { tenant } = (JSON.parse(input) as { 0: { json: { tenant: string } } })[0].json;
  const answers = await replay(pools, "query", membership(tenant));
  const [rows = [], [[total] = []] = []] = answers.slice(-2);
  const builds = rows.slice(0, LIMIT).map(viewOfRow);
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
  id: row[0],
  appId: row[1],
  number: row[2],
  platform: row[3],
  version: row[4],
  status: row[5],
  artifactPath: row[6],
  errorLog: row[7],
  errorLogTruncated: row[8],
  sizeBytes: row[9],
  workerId: row[10],
  retryOf: row[11],
  stalled: row[12],
  createdAt: row[13],
  startedAt: row[14],
  finishedAt: row[15],
  updatedAt: row[16],
  app: { id: row[17], name: row[18] },
  tenant: { slug: row[19], name: row[20] },
});
