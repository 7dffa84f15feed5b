import type { ReportBuild } from "@/server/domains/builds/input.ts";
import type { PublishListing } from "@/server/domains/listings/input.ts";
import type { CaseName } from "../cases/registry.ts";
import type { Pools } from "./database.ts";
import { publish } from "./publish.ts";
import { checkToken, listBuilds, tagBuilds } from "./reads.ts";
import { queryBuilds, replayTenant, searchMarketplace } from "./replay.ts";
import { reportBuild } from "./report-build.ts";

export interface BaselineRequest {
  /** With the query string. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Handler of each case, without a server: they check nothing and log nothing. */
export const HANDLERS: Record<CaseName, (pools: Pools, request: BaselineRequest) => Promise<unknown>> = {
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
