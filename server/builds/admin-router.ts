import { z } from "zod";
import { watchBuildChanges } from "../build-records/changes.ts";
import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { streamWhileSuperAdmin } from "../identity/administer.ts";
import { reference } from "../platform/text.ts";
import { listWorkers } from "../workers/service.ts";
import { failBuild } from "./end.ts";
import { BrowseAllBuilds, FailBuild } from "./input.ts";
import { retryAnyBuild } from "./retry.ts";
import { browseAllBuilds } from "./service.ts";

export const adminBuildsRouter = router({
  list: adminProcedure.input(BrowseAllBuilds).query(({ ctx, input }) => browseAllBuilds(ctx, input)),
  workers: adminProcedure.query(({ ctx }) => listWorkers(ctx)),
  retry: adminProcedure
    .input(z.object({ buildId: reference() }))
    .mutation(({ ctx, input }) => retryAnyBuild(ctx, input.buildId)),
  fail: adminProcedure.input(FailBuild).mutation(({ ctx, input }) => failBuild(ctx, input)),
  changes: adminProcedure.subscription(({ ctx, signal }) =>
    streamWhileSuperAdmin(
      ctx,
      watchBuildChanges(() => true, signal ?? AbortSignal.abort()),
    ),
  ),
});
