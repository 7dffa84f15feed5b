import { readFileSync } from "node:fs";
import type postgres from "postgres";
import { rowId, searchTerm, tenantSlug } from "../fixtures/ids.ts";
import type { Pools } from "./database.ts";

/** A statement of the product, with the values of the first tenant or plugin. */
export interface RecordedStatement {
  pool: keyof Pools;
  text: string;
  values: unknown[];
}

/** Statements of the product for one request each; a page of builds and its query have the same. */
export type Recordings = Record<"builds" | "search", RecordedStatement[]>;

const QUERY_PAGE_SIZE = 25;
const SEARCH_PAGE_SIZE = 24;

let recordings: Recordings | undefined;

/** First page of a tenant's builds, as the dashboards' batching link reads it. */
export async function queryBuilds(pools: Pools, input: string): Promise<object> {
  const { tenant } = (JSON.parse(input) as { 0: { json: { tenant: string } } })[0].json;
  const rows = (await replayTenant(pools, "builds", tenant)).at(-1) ?? [];
  const builds = rows.slice(0, QUERY_PAGE_SIZE).map(buildOf);
  const last = rows.length > QUERY_PAGE_SIZE ? builds.at(-1) : undefined;
  const nextCursor = last ? `${String(last.createdAt)} ${String(last.id)}` : null;
  return [{ result: { data: { json: { builds, nextCursor, total: rows[0]?.[0] } } } }];
}

/** First page of a search, as the dashboards' batching link reads it. */
export async function searchMarketplace(pools: Pools, input: string): Promise<object> {
  const { search } = (JSON.parse(input) as { 0: { json: { search: string } } })[0].json;
  const rows = (await replay(pools, "search", { [searchTerm(0)]: search })).at(-1) ?? [];
  const items = rows.slice(0, SEARCH_PAGE_SIZE).map(itemOf);
  const nextCursor = rows.length > SEARCH_PAGE_SIZE ? String(items.at(-1)?.listingId) : null;
  return [{ result: { data: { json: { items, nextCursor } } } }];
}

/** Replays statements for another tenant and its member. */
export function replayTenant(pools: Pools, name: keyof Recordings, slug: string): Promise<unknown[][][]> {
  const number = Number(slug.split("-")[1]);
  return replay(pools, name, {
    [rowId("tenant", 0)]: rowId("tenant", number),
    [rowId("user", 0)]: rowId("user", number),
    [tenantSlug(0)]: slug,
  });
}

/** Runs recorded statements in the same transactions with other values. Returns the rows of each, as arrays. */
async function replay(
  pools: Pools,
  name: keyof Recordings,
  replacements: Record<string, string>,
): Promise<unknown[][][]> {
  recordings ??= JSON.parse(readFileSync(process.env["RECORDINGS"] ?? "", "utf8")) as Recordings;
  const results: unknown[][][] = [];
  const run = async (sql: postgres.Sql | postgres.TransactionSql, { text, values }: RecordedStatement) => {
    const parameters = values.map((value) => replacements[String(value)] ?? value);
    results.push(await sql.unsafe(text, parameters as never[], { prepare: true }).values());
  };
  for (const transaction of splitTransactions(recordings[name])) {
    const [first] = transaction;
    // The product runs a single statement without a transaction.
    if (first && transaction.length === 1) await run(pools[first.pool], first);
    else
      await pools.tenantDb.begin(async (tx) => {
        for (const statement of transaction) await run(tx, statement);
      });
  }
  return results;
}

/** Splits statements into transactions: a tenant's begins by setting its scope. */
function splitTransactions(statements: RecordedStatement[]): RecordedStatement[][] {
  const transactions: RecordedStatement[][] = [];
  for (const statement of statements) {
    const isFirst = statement.pool === "systemDb" || statement.text.includes("set_config");
    if (isFirst || transactions.length === 0) transactions.push([]);
    transactions.at(-1)?.push(statement);
  }
  return transactions;
}

const buildOf = (row: unknown[]) => ({
  id: row[1],
  appId: row[2],
  number: row[3],
  platform: row[4],
  version: row[5],
  status: row[6],
  sizeBytes: row[7],
  workerId: row[8],
  stalled: row[9] ?? false,
  retryOf: row[10],
  gitRef: row[11],
  gitCommit: row[12],
  commitMessage: row[13],
  createdBy: row[14],
  failure: failureOf(row[15]),
  createdAt: row[16],
  startedAt: row[17],
  finishedAt: row[18],
  updatedAt: row[19],
  app: { id: row[2], name: row[20] },
});

/** Reason of a failure as the product's view has it; a column of JSON comes as text without its type. */
function failureOf(value: unknown) {
  const failure = typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  const { summary, line } = (failure ?? {}) as { summary?: unknown; line?: unknown };
  return failure ? { summary, line } : null;
}

const itemOf = (row: unknown[]) => ({
  listingId: row[0],
  type: row[1],
  slug: row[2],
  name: row[3],
  version: row[4],
  description: row[5],
  publisher: row[6],
  publisherSlug: row[7],
  isPublisherVerified: row[8] !== null,
  approvedAt: row[9],
  look: row[10],
  summary: row[5],
  icon: null,
  cover: null,
  downloads: row[13] ?? 0,
});
