import type { ListingStatus } from "../../db/schema/vocabulary.ts";
import { listApps } from "../../server/apps/service.ts";
import { summarizeApp, summarizeBuilds } from "../../server/build-statistics/summary.ts";
import { browseBuilds } from "../../server/builds/browse.ts";
import { BrowseBuilds } from "../../server/builds/input.ts";
import { getBuildPage } from "../../server/builds/service.ts";
import { ListListings } from "../../server/listings/input.ts";
import { countListings, listListings } from "../../server/listings/service.ts";
import type { TenantContext } from "../../server/platform/context.ts";
import { appId, GIVEN_UP, newestBuild } from "./world.ts";

/** What pages ask the database, without what makes a page of it. */
export interface Statement {
  name: string;
  ask: (ctx: TenantContext, builds: number) => Promise<unknown>;
}

const browse = (name: string, filters: Partial<BrowseBuilds>): Statement => {
  const input = BrowseBuilds.parse(filters);
  return { name, ask: (ctx) => browseBuilds(ctx, input) };
};

const list = (name: string, status: ListingStatus[]): Statement => {
  const input = ListListings.parse({ status });
  return { name, ask: (ctx) => listListings(ctx, input) };
};

export const STATEMENTS: Statement[] = [
  { name: "figures of the tenant", ask: (ctx) => summarizeBuilds(ctx) },
  { name: "figures of an app", ask: (ctx) => summarizeApp(ctx, appId(0)) },
  { name: "apps", ask: (ctx) => listApps(ctx) },
  { name: "listings counted", ask: (ctx) => countListings(ctx) },
  list("listings", []),
  list("listings, waiting or rejected (none)", ["PENDING_APPROVAL", "REJECTED"]),
  { name: "build", ask: (ctx, builds) => getBuildPage(ctx, newestBuild(builds)) },
  browse("builds", {}),
  browse("builds, failed", { status: ["FAILED"] }),
  browse("builds, failed on iOS", { status: ["FAILED"], platform: ["IOS"] }),
  browse("builds, running (none)", { status: ["IN_PROGRESS"] }),
  browse("builds before the year 2000 (none)", { until: "1999-12-31" }),
  browse("builds of an app", { appId: appId(0) }),
  browse("builds of an app, failed", { appId: appId(0), status: ["FAILED"] }),
  browse("builds of the app given up, failed on iOS", {
    appId: appId(GIVEN_UP),
    status: ["FAILED"],
    platform: ["IOS"],
  }),
];
