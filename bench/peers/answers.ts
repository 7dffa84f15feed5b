import type { QuestionName } from "../questions/all.ts";
import { checkToken } from "./check-token.ts";
import { listBuilds, listBuildsUnlessKnown } from "./list-builds.ts";
import type { Pools } from "./pools.ts";
import { publish } from "./publish.ts";
import { membership, queryBuilds } from "./query-builds.ts";
import { replay } from "./replay.ts";
import { reportBuild } from "./report-build.ts";
import { searchMarketplace } from "./search-marketplace.ts";

/** What a caller asks, before any server has looked at it. */
export interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Gives what a floor would send, with no server in between. */
export const ANSWERS: Record<QuestionName, (pools: Pools, call: Call) => Promise<unknown>> = {
  report: (pools, { body }) => reportBuild(pools, JSON.parse(body)),
  publish: (pools, { headers, body }) => publish(pools, tenantOf(headers), JSON.parse(body)),
  list: (pools, { path, headers }) => listBuilds(pools, tenantOf(headers), segmentOf(path, 3)),
  poll: (pools, { path, headers }) => listBuildsUnlessKnown(pools, tenantOf(headers), segmentOf(path, 3)),
  token: (pools, { headers }) => checkToken(pools, headers["authorization"] ?? ""),
  query: (pools, { path }) => queryBuilds(pools, inputOf(path)),
  search: (pools, { path }) => searchMarketplace(pools, inputOf(path)),
  builds: (pools, { path }) => replay(pools, "builds", membership(segmentOf(path, 2))),
  overview: (pools, { path }) => replay(pools, "overview", membership(segmentOf(path, 2))),
};

const tenantOf = (headers: Record<string, string>): string => headers["x-tenant-id"] ?? "";
const segmentOf = (path: string, index: number): string => path.split("/")[index] ?? "";
const inputOf = (path: string): string => new URL(path, "http://peer").searchParams.get("input") ?? "";
