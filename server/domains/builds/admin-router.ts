import { z } from "zod";
import { streamWhileSuperAdmin } from "@/server/auth/tenant-access.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { browseAllBuilds } from "./browse.ts";
import { failBuild } from "./end.ts";
import { BrowseAllBuilds, FailBuild } from "./input.ts";
import { retryAnyBuild } from "./retry.ts";
import { getAnyBuild } from "./service.ts";

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
