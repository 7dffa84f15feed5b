import autocannon, { type Request, type Result } from "autocannon";
import type { ReportBuild } from "@/server/domains/builds/input.ts";
import type { PublishListing } from "@/server/domains/listings/input.ts";
import { openPools, type Pools } from "../baselines/database.ts";
import { publish } from "../baselines/publish.ts";
import { checkToken, listBuilds, tagBuilds } from "../baselines/reads.ts";
import { queryBuilds, replayTenant, searchMarketplace } from "../baselines/replay.ts";
import { reportBuild } from "../baselines/report-build.ts";
import type { Pair, Resources } from "../cases/case.ts";
import { type CaseName, getCase } from "../cases/registry.ts";

/** Message to the load generator: one sample to take. */
export interface LoadOrder {
  name: CaseName;
  /** Origin of the server; null runs the case's SQL against the database, as pgbench does. */
  origin: string | null;
  /** Prefix of every path. */
  prefix: string;
  connections: number;
  seconds: number;
  resources: Resources;
}

/** Answer of the load generator. */
export interface LoadOutcome {
  responses: number;
  seconds: number;
  /** Description of unexpected responses; null without any. */
  failure: string | null;
  /** Share of one CPU that the load generator used. */
  generatorLoad: number;
}

const CLOCK_INTERVAL_MS = 20;

/** Load generator, a process of its own: takes one order at a time. */
process.on("message", (order: LoadOrder) => {
  const { origin } = order;
  const outcome = origin === null ? runStatements(order) : sendRequests({ ...order, origin });
  void outcome.then((message) => process.send?.(message));
});

async function sendRequests({
  name,
  origin,
  prefix,
  connections,
  seconds,
  resources,
}: LoadOrder & { origin: string }): Promise<LoadOutcome> {
  const { createRequests, status } = getCase(name);
  const createRequest = createRequests(resources);
  const setupRequest: Request["setupRequest"] = (defaults, pair) => {
    const { path, method = "GET", headers, body = "" } = createRequest(pair);
    return { ...defaults, method, path: prefix + path, headers, body };
  };
  const before = process.cpuUsage();
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: CLOCK_INTERVAL_MS,
    // A connection's context lives for one pass over this list, so for a pair of requests.
    requests: [{ setupRequest }, { setupRequest }],
  });
  const { user, system } = process.cpuUsage(before);
  const responses = status ? (result.statusCodeStats[status]?.count ?? 0) : result["2xx"];
  return {
    responses,
    seconds: result.duration,
    failure: describeFailure(result, responses),
    generatorLoad: (user + system) / 1_000_000 / result.duration,
  };
}

function describeFailure(result: Result, expected: number): string | null {
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (result["2xx"] + non2xx === expected && errors + timeouts === 0) return null;
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  return `${statuses.join(", ")}, ${errors} connection errors, ${timeouts} timeouts`;
}

async function runStatements({ name, connections, seconds, resources }: LoadOrder): Promise<LoadOutcome> {
  const createRequest = getCase(name).createRequests(resources);
  const handle = HANDLERS[name];
  const pools = await openConnections(connections);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let responses = 0;
  const runUntilEnd = async (): Promise<void> => {
    for (let pair: Pair = {}, count = 0; performance.now() < endsAt; count++) {
      if (count % 2 === 0) pair = {};
      const { path, headers, body } = createRequest(pair);
      await handle(pools, { path, headers, body: body === undefined ? null : JSON.parse(body) });
      responses += 1;
    }
  };
  const runs = await Promise.allSettled(Array.from({ length: connections }, runUntilEnd));
  const failed = runs.find((run) => run.status === "rejected");
  return {
    responses,
    seconds: (performance.now() - startedAt) / 1_000,
    failure: failed ? String(failed.reason) : null,
    generatorLoad: 0,
  };
}

const pools = new Map<number, Pools>();

/**
 * Opens all connections of a sample. They see the rows of all tenants until a scope is opened, and stay open for later
 * samples, since PostgreSQL plans the statements of each anew.
 */
async function openConnections(count: number): Promise<Pools> {
  const { systemDb } = pools.get(count) ?? openPools(count);
  const opened = { tenantDb: systemDb, systemDb };
  pools.set(count, opened);
  await Promise.all(Array.from({ length: count }, () => systemDb`select pg_sleep(0.05)`));
  return opened;
}

interface BaselineRequest {
  /** With the query string. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Handler of each case, without a server: they check nothing and log nothing. */
const HANDLERS: Record<CaseName, (pools: Pools, request: BaselineRequest) => Promise<unknown>> = {
  report: (pools, { body }) => reportBuild(pools, body as ReportBuild),
  publish: (pools, { headers, body }) => publish(pools, tenantOf(headers), body as PublishListing),
  list: (pools, { path, headers }) => listBuilds(pools, tenantOf(headers), segmentOf(path, 3)),
  poll: (pools, { path, headers }) => tagBuilds(pools, tenantOf(headers), segmentOf(path, 3)),
  token: (pools, { headers }) => checkToken(pools, headers["authorization"] ?? ""),
  query: (pools, { path }) => queryBuilds(pools, inputOf(path)),
  search: (pools, { path }) => searchMarketplace(pools, inputOf(path)),
  builds: (pools, { path }) => replayTenant(pools, "builds", segmentOf(path, 2)),
};

const tenantOf = (headers: Record<string, string>): string => headers["x-tenant-id"] ?? "";
const segmentOf = (path: string, index: number): string => path.split("/")[index] ?? "";
const inputOf = (path: string): string => new URL(path, "http://baseline").searchParams.get("input") ?? "";
