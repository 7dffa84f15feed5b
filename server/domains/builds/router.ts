import { z } from "zod";
import { streamWhileMember, streamWhileSuperAdmin } from "@/server/auth/tenant-access.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { adminProcedure, router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { browseAllBuilds, browseBuilds } from "./browse.ts";
import { cancelBuild, failBuild } from "./end.ts";
import { BrowseAllBuilds, BrowseBuilds, FailBuild, QueueBuild } from "./input.ts";
import { retryAnyBuild, retryBuild } from "./retry.ts";
import { getAnyBuild, getBuildPage, queueBuild } from "./service.ts";

export const buildsRouter = router({
  list: tenantProcedure.input(BrowseBuilds).query(({ ctx, input }) => browseBuilds(ctx, input)),
  get: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getBuildPage(ctx, input.buildId)),
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
    streamWhileMember(
      ctx,
      buildChanges.watch((change) => change.tenantId === ctx.tenant.id, signal ?? AbortSignal.abort()),
    ),
  ),
});

export const adminBuildsRouter = router({
  list: adminProcedure.input(BrowseAllBuilds).query(({ ctx, input }) => browseAllBuilds(ctx, input)),
  get: adminProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getAnyBuild(ctx, input.buildId)),
  retry: adminProcedure
    .input(z.object({ buildId: reference() }))
    .mutation(({ ctx, input }) => retryAnyBuild(ctx, input.buildId)),
  fail: adminProcedure.input(FailBuild).mutation(({ ctx, input }) => failBuild(ctx, input)),
  changes: adminProcedure.subscription(({ ctx, signal }) =>
    streamWhileSuperAdmin(
      ctx,
      buildChanges.watch(() => true, signal ?? AbortSignal.abort()),
    ),
  ),
});
