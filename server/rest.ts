import { z } from "zod";
import { me } from "./domains/accounts/tokens/rest.ts";
import {
  getInstallationsOfApp,
  getInstallationsOfTenant,
  putInstallationInApp,
  putInstallationInTenant,
  removeInstallationFromApp,
  removeInstallationFromTenant,
} from "./domains/apps/installations/rest.ts";
import { getAppsOfTenant } from "./domains/apps/rest.ts";
import { getVariables, putVariable, removeVariable } from "./domains/apps/variables/rest.ts";
import { paypalWebhook, stripeWebhook } from "./domains/billing/rest.ts";
import {
  downloadArtifact,
  downloadInstall,
  downloadInstallManifest,
  uploadArtifact,
} from "./domains/builds/artifacts/rest.ts";
import { downloadBuildInput } from "./domains/builds/inputs/rest.ts";
import { claim, heartbeat, release } from "./domains/builds/leases/rest.ts";
import { appendBuildLog, downloadBuildLog } from "./domains/builds/logs/rest.ts";
import {
  cancelBuildById,
  getBuildById,
  listBuildsOfApp,
  queueBuildOfApp,
  reportBuildStatus,
  retryBuildById,
} from "./domains/builds/rest.ts";
import { putArchive } from "./domains/items/archives/rest.ts";
import { postEntity } from "./domains/items/entities/rest.ts";
import { getChecksOfListing } from "./domains/listings/checks/rest.ts";
import { getListingById, getReview, publish, reply, withdraw } from "./domains/listings/rest.ts";
import {
  getChangelog,
  getFeed,
  getItem,
  getRobots,
  getSitemap,
  listItems,
} from "./domains/marketplace/registry/rest.ts";
import { getDownload } from "./domains/marketplace/rest.ts";
import { createRouteHandlers, notFoundHandlers, type RouteHandlers } from "./http/methods.ts";
import { describeRoutes } from "./http/openapi.ts";
import { getCliPackage, getWorkerPackage } from "./http/programs-rest.ts";
import { type Route, route } from "./http/route.ts";
import { health, metrics, ready } from "./http/status-routes.ts";

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
