import { z } from "zod";
import { getVariables, putVariable, removeVariable } from "./app-variables/rest.ts";
import { getAppsOfTenant } from "./apps/rest.ts";
import { putArchive } from "./archives/rest.ts";
import {
  downloadArtifact,
  downloadInstall,
  downloadInstallManifest,
  uploadArtifact,
} from "./artifacts/rest.ts";
import { paypalWebhook, stripeWebhook } from "./billing/rest.ts";
import { claim, heartbeat, release } from "./build-leases/rest.ts";
import { appendBuildLog, downloadBuildLog } from "./build-logs/rest.ts";
import {
  cancelBuildById,
  getBuildById,
  listBuildsOfApp,
  queueBuildOfApp,
  reportBuildStatus,
  retryBuildById,
} from "./builds/rest.ts";
import { getChecksOfListing } from "./checks/rest.ts";
import { postEntity } from "./entities/rest.ts";
import { createRouteHandlers, notFoundHandlers, type RouteHandlers } from "./http/methods.ts";
import { describeRoutes } from "./http/openapi.ts";
import { type Route, route } from "./http/route.ts";
import { health, metrics, ready } from "./http/status-routes.ts";
import { me } from "./identity/rest.ts";
import {
  downloadBuildInput,
  getInstallationsOfApp,
  getInstallationsOfTenant,
  putInstallationInApp,
  putInstallationInTenant,
  removeInstallationFromApp,
  removeInstallationFromTenant,
} from "./installations/rest.ts";
import { getListingById, getReview, publish, reply, withdraw } from "./listings/rest.ts";
import { getDownload } from "./marketplace/rest.ts";
import { getCliPackage, getWorkerPackage } from "./programs/rest.ts";
import { getChangelog, getFeed, getItem, getRobots, getSitemap, listItems } from "./registry/rest.ts";

const openapi = route({
  method: "GET",
  path: "/api/openapi.json",
  summary: "Get this API as an OpenAPI 3.1 document",
  credential: "none",
  isConditional: true,
  status: 200,
  response: z.record(z.string(), z.unknown()),
  handle: async () => ({ body: describeRoutes(ROUTES), headers: { "Cache-Control": "no-cache" } }),
});

/** REST routes. `app` has a folder for each path; a test compares the two. */
export const ROUTES: readonly Route[] = [
  publish,
  getListingById,
  getReview,
  reply,
  withdraw,
  getChecksOfListing,
  postEntity,
  putArchive,
  getDownload,
  listItems,
  getItem,
  getChangelog,
  getFeed,
  getSitemap,
  getRobots,
  getCliPackage,
  getWorkerPackage,
  reportBuildStatus,
  getBuildById,
  listBuildsOfApp,
  queueBuildOfApp,
  cancelBuildById,
  retryBuildById,
  getAppsOfTenant,
  getVariables,
  putVariable,
  removeVariable,
  getInstallationsOfApp,
  putInstallationInApp,
  removeInstallationFromApp,
  getInstallationsOfTenant,
  putInstallationInTenant,
  removeInstallationFromTenant,
  claim,
  heartbeat,
  release,
  uploadArtifact,
  downloadArtifact,
  downloadInstall,
  downloadInstallManifest,
  downloadBuildInput,
  appendBuildLog,
  downloadBuildLog,
  stripeWebhook,
  paypalWebhook,
  me,
  openapi,
  health,
  ready,
  metrics,
];

/** Route handlers by path. */
export const ROUTE_HANDLERS: ReadonlyMap<string, RouteHandlers> = createRouteHandlers(ROUTES);

/** Handlers of unknown paths below `/api`. */
export const NOT_FOUND_HANDLERS: RouteHandlers = notFoundHandlers();

/**
 * Handlers of a path, for its `route.ts` in `app`.
 * @throws Error for an unknown path
 */
export function getRouteHandlers(path: string): RouteHandlers {
  const handlers = ROUTE_HANDLERS.get(path);
  if (!handlers) throw new Error(`${path} is not in the table of REST routes`);
  return handlers;
}
