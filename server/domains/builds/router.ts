import { z } from "zod";
import { streamWhileMember } from "@/server/auth/tenant-access.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { browseBuilds } from "./browse.ts";
import { cancelBuild } from "./end.ts";
import { BrowseBuilds, QueueBuild } from "./input.ts";
import { retryBuild } from "./retry.ts";
import { getBuildPage, queueBuild } from "./service.ts";

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
