import { z } from "zod";
import { putArchive } from "./archives/rest.ts";
import { downloadArtifact, uploadArtifact } from "./artifacts/rest.ts";
import { paypalWebhook, stripeWebhook } from "./billing/rest.ts";
import { claim, heartbeat, release } from "./build-leases/rest.ts";
import { appendBuildLog, readBuildLog } from "./build-logs/rest.ts";
import { getBuildById, listBuildsOfApp, queueBuildOfApp, reportBuildStatus } from "./builds/rest.ts";
import { getChecksOfListing } from "./checks/rest.ts";
import { postEntity } from "./entities/rest.ts";
import { createRouteHandlers, notFoundHandlers, type RouteHandlers } from "./http/methods.ts";
import { describeRoutes } from "./http/openapi.ts";
import { type Route, route } from "./http/route.ts";
import { health, metrics, ready } from "./http/status-routes.ts";
import { me } from "./identity/rest.ts";
import { getListingById, getReview, publish, reply, withdraw } from "./listings/rest.ts";
import { getDownload } from "./marketplace/rest.ts";

const openapi = route({
  method: "GET",
  path: "/api/openapi.json",
  summary: "This surface as an OpenAPI 3.1 document",
  credential: "none",
  isConditional: true,
  status: 200,
  response: z.record(z.string(), z.unknown()),
  handle: async () => ({ body: describeRoutes(ROUTES), headers: { "Cache-Control": "no-cache" } }),
});

/** The table of REST routes. `app/api` has a folder for each path; a test holds the two together. */
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
  reportBuildStatus,
  getBuildById,
  listBuildsOfApp,
  queueBuildOfApp,
  claim,
  heartbeat,
  release,
  uploadArtifact,
  downloadArtifact,
  appendBuildLog,
  readBuildLog,
  stripeWebhook,
  paypalWebhook,
  me,
  openapi,
  health,
  ready,
  metrics,
];

/** The handlers of every path. */
export const ROUTE_HANDLERS: ReadonlyMap<string, RouteHandlers> = createRouteHandlers(ROUTES);

/** Where no route is: every path below `/api` that the table does not have. */
export const NOT_FOUND_HANDLERS: RouteHandlers = notFoundHandlers();

/** The door of a path of the table, for the file in `app/api` that stands for it. */
export function handlersAt(path: string): RouteHandlers {
  const door = ROUTE_HANDLERS.get(path);
  if (!door) throw new Error(`${path} is not in the table of REST routes`);
  return door;
}
