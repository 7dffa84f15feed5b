import { tracked } from "@trpc/server";
import { streamWhileSuperAdmin } from "@/server/auth/tenant-access.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { browseAllBuilds } from "./browse.ts";
import { failBuild } from "./end.ts";
import { BrowseAllBuilds, BuildKey, FailBuild } from "./input.ts";
import { followLog } from "./logs/follow.ts";
import { FollowLog, ReadLog } from "./logs/input.ts";
import { readLog } from "./logs/read.ts";
import { enterTenantOfBuildAsAdmin } from "./records/service.ts";
import { retryAnyBuild } from "./retry.ts";
import { getAnyBuild } from "./service.ts";

export const adminBuildsRouter = router({
  list: adminProcedure.input(BrowseAllBuilds).query(({ ctx, input }) => browseAllBuilds(ctx, input)),
  get: adminProcedure.input(BuildKey).query(({ ctx, input }) => getAnyBuild(ctx, input.buildId)),
  retry: adminProcedure.input(BuildKey).mutation(({ ctx, input }) => retryAnyBuild(ctx, input.buildId)),
  fail: adminProcedure.input(FailBuild).mutation(({ ctx, input }) => failBuild(ctx, input)),
  changes: adminProcedure.subscription(({ ctx, signal }) =>
    streamWhileSuperAdmin(
      ctx,
      buildChanges.watch(() => true, signal ?? AbortSignal.abort()),
    ),
  ),
  log: adminProcedure
    .input(ReadLog)
    .query(async ({ ctx, input }) => readLog(await enterTenantOfBuildAsAdmin(ctx, input.buildId), input)),
  onLog: adminProcedure.input(FollowLog).subscription(async function* ({ ctx, input, signal }) {
    const inTenant = await enterTenantOfBuildAsAdmin(ctx, input.buildId);
    const slices = followLog(inTenant, input, signal ?? AbortSignal.abort());
    for await (const slice of streamWhileSuperAdmin(ctx, slices)) yield tracked(String(slice.end), slice);
  }),
});
