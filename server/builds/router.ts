import { z } from "zod";
import { reference } from "../text.ts";
import { router, tenantProcedure } from "../trpc.ts";
import { watchBuilds } from "./changes.ts";
import { cancelBuild } from "./end.ts";
import { BrowseBuilds, QueueBuild } from "./input.ts";
import { retryBuild } from "./retry.ts";
import { browseBuilds, getBuild, queueBuild } from "./service.ts";
import { summariseBuilds } from "./summary.ts";

export const buildsRouter = router({
  list: tenantProcedure.input(BrowseBuilds).query(({ ctx, input }) => browseBuilds(ctx, input)),
  get: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getBuild(ctx, input.buildId)),
  summary: tenantProcedure.query(({ ctx }) => summariseBuilds(ctx)),
  queue: tenantProcedure
    .input(QueueBuild.extend({ appId: reference() }))
    .mutation(({ ctx, input: { appId, ...build } }) => queueBuild(ctx, appId, build)),
  cancel: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .mutation(({ ctx, input }) => cancelBuild(ctx, input.buildId)),
  retry: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .mutation(({ ctx, input }) => retryBuild(ctx, input.buildId)),
  changes: tenantProcedure.subscription(({ ctx, signal }) =>
    watchBuilds((change) => change.tenantId === ctx.tenant.id, signal ?? AbortSignal.abort()),
  ),
});
