import { tracked } from "@trpc/server";
import { z } from "zod";
import { followLog } from "../build-logs/follow.ts";
import { FollowLog, ReadLog } from "../build-logs/input.ts";
import { readLog } from "../build-logs/read.ts";
import { summariseApp, summariseBuilds } from "../build-statistics/summary.ts";
import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { reference } from "../platform/text.ts";
import { whileMember } from "../tenants/service.ts";
import { getBuildForPage } from "./background.ts";
import { browseBuilds } from "./browse.ts";
import { watchBuilds } from "./changes.ts";
import { cancelBuild } from "./end.ts";
import { BrowseBuilds, QueueBuild } from "./input.ts";
import { retryBuild } from "./retry.ts";
import { queueBuild } from "./service.ts";

export const buildsRouter = router({
  list: tenantProcedure.input(BrowseBuilds).query(({ ctx, input }) => browseBuilds(ctx, input)),
  get: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getBuildForPage(ctx, input.buildId)),
  summary: tenantProcedure.query(({ ctx }) => summariseBuilds(ctx)),
  summaryOfApp: tenantProcedure
    .input(z.object({ appId: reference() }))
    .query(({ ctx, input }) => summariseApp(ctx, input.appId)),
  queue: tenantProcedure
    .input(QueueBuild.extend({ appId: reference() }))
    .mutation(({ ctx, input: { appId, ...build } }) => queueBuild(ctx, appId, build)),
  cancel: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .mutation(({ ctx, input }) => cancelBuild(ctx, input.buildId)),
  retry: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .mutation(({ ctx, input }) => retryBuild(ctx, input.buildId)),
  log: tenantProcedure.input(ReadLog).query(({ ctx, input }) => readLog(ctx, input)),
  onLog: tenantProcedure.input(FollowLog).subscription(async function* ({ ctx, input, signal }) {
    for await (const slice of whileMember(ctx, followLog(ctx, input, signal ?? AbortSignal.abort()))) {
      yield tracked(String(slice.end), slice);
    }
  }),
  changes: tenantProcedure.subscription(({ ctx, signal }) =>
    whileMember(
      ctx,
      watchBuilds((change) => change.tenantId === ctx.tenant.id, signal ?? AbortSignal.abort()),
    ),
  ),
});
