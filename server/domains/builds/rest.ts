import { z } from "zod";
import { route } from "@/server/http/route.ts";
import { pathId } from "@/shared/text/text.ts";
import { cancelBuild } from "./end.ts";
import { ListBuilds, QueueBuild, ReportBuild } from "./input.ts";
import { withQueueWarnings } from "./leases/queue-state.ts";
import { BuildCursor } from "./list.ts";
import { findCachedPolledPage, readPolledPage } from "./poll.ts";
import { reportBuild } from "./report.ts";
import { retryBuild } from "./retry.ts";
import { getBuild, queueBuild } from "./service.ts";
import { BuildDetail, BuildPage, BuildView, QueuedBuildView, ReportReceipt } from "./view.ts";

const KIB = 1_024;

const pollHeaders = ({ pollAfterSeconds }: { pollAfterSeconds: number }) => ({
  "Cache-Control": "private, no-cache",
  "X-Poll-Interval": String(pollAfterSeconds),
});

export const reportBuildStatus = route({
  method: "POST",
  path: "/api/builds/webhook/status",
  summary: "Report the status of a build (build workers only)",
  credential: "build-secret",
  body: { schema: ReportBuild, limitBytes: 1_024 * KIB },
  errors: ["NOT_FOUND", "BUILD_ALREADY_FINISHED"],
  status: 200,
  response: ReportReceipt,
  handle: async ({ ctx, body }) => ({ body: await reportBuild(ctx, body) }),
});

export const listBuildsOfApp = route({
  method: "GET",
  path: "/api/apps/{appId}/builds",
  summary: "List the builds of an app, newest first",
  credential: "token",
  permission: "BUILDS_READ",
  params: z.object({ appId: pathId() }),
  query: ListBuilds.extend({ cursor: BuildCursor.optional() }),
  isConditional: true,
  status: 200,
  response: BuildPage,
  findCached: ({ ctx, params, query }) => {
    const cached = findCachedPolledPage(ctx, params.appId, query);
    return cached && { tag: cached.tag, json: cached.json, headers: pollHeaders(cached) };
  },
  handle: async ({ ctx, params, query }) => {
    const { page, cache, ...polling } = await readPolledPage(ctx, params.appId, query);
    return { body: page, headers: pollHeaders(polling), storeCached: cache };
  },
});

export const queueBuildOfApp = route({
  method: "POST",
  path: "/api/apps/{appId}/builds",
  summary: "Queue a build of an app",
  credential: "token",
  permission: "BUILDS_CREATE",
  params: z.object({ appId: pathId() }),
  body: { schema: QueueBuild, limitBytes: 16 * KIB },
  errors: ["INVALID_TRANSITION", "INPUT_UNAVAILABLE"],
  acceptsIdempotencyKey: () => true,
  status: 201,
  response: QueuedBuildView,
  handle: async ({ ctx, params, body }) => {
    const build = await queueBuild(ctx, params.appId, body);
    return { body: await withQueueWarnings(ctx, build), headers: { Location: `/api/builds/${build.id}` } };
  },
});

export const cancelBuildById = route({
  method: "POST",
  path: "/api/builds/{buildId}/cancel",
  summary: "Cancel a build",
  credential: "token",
  permission: "BUILDS_CREATE",
  params: z.object({ buildId: pathId() }),
  errors: ["INVALID_TRANSITION"],
  status: 200,
  response: BuildView,
  handle: async ({ ctx, params }) => ({ body: await cancelBuild(ctx, params.buildId) }),
});

export const retryBuildById = route({
  method: "POST",
  path: "/api/builds/{buildId}/retry",
  summary: "Retry a failed build",
  credential: "token",
  permission: "BUILDS_CREATE",
  params: z.object({ buildId: pathId() }),
  errors: ["INVALID_TRANSITION", "INPUT_UNAVAILABLE"],
  acceptsIdempotencyKey: () => true,
  status: 201,
  response: QueuedBuildView,
  handle: async ({ ctx, params }) => {
    const retry = await retryBuild(ctx, params.buildId);
    return { body: await withQueueWarnings(ctx, retry), headers: { Location: `/api/builds/${retry.id}` } };
  },
});

export const getBuildById = route({
  method: "GET",
  path: "/api/builds/{buildId}",
  summary: "Get a build with its complete error log and status reports",
  credential: "token",
  permission: "BUILDS_READ",
  params: z.object({ buildId: pathId() }),
  isConditional: true,
  status: 200,
  response: BuildDetail,
  handle: async ({ ctx, params }) => ({
    body: await getBuild(ctx, params.buildId),
    headers: { "Cache-Control": "private, no-cache" },
  }),
});
