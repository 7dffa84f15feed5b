import { tracked } from "@trpc/server";
import { streamWhileMember } from "@/server/auth/tenant-access.ts";
import { AppKey } from "@/server/domains/apps/input.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { createInstallLink } from "./artifacts/install.ts";
import { findPreviousArtifact } from "./artifacts/service.ts";
import { browseBuilds } from "./browse.ts";
import { compareBuild } from "./comparison/compare-build.ts";
import { cancelBuild } from "./end.ts";
import { BrowseBuilds, BuildKey, QueueBuild } from "./input.ts";
import { listBuildInputs, listUnavailableItems } from "./inputs/described-inputs.ts";
import { followLog } from "./logs/follow.ts";
import { FollowLog, ReadLog } from "./logs/input.ts";
import { readLog } from "./logs/read.ts";
import { retryBuild } from "./retry.ts";
import { getBuildPage, queueBuild } from "./service.ts";

export const buildsRouter = router({
  list: tenantProcedure.input(BrowseBuilds).query(({ ctx, input }) => browseBuilds(ctx, input)),
  get: tenantProcedure.input(BuildKey).query(({ ctx, input }) => getBuildPage(ctx, input.buildId)),
  comparison: tenantProcedure.input(BuildKey).query(({ ctx, input }) => compareBuild(ctx, input.buildId)),
  inputs: tenantProcedure.input(BuildKey).query(({ ctx, input }) => listBuildInputs(ctx, input.buildId)),
  unavailableInputs: tenantProcedure
    .input(AppKey)
    .query(({ ctx, input }) => listUnavailableItems(ctx, input)),
  installLink: tenantProcedure
    .input(BuildKey)
    .query(({ ctx, input }) => createInstallLink(ctx, input.buildId)),
  previousArtifact: tenantProcedure
    .input(BuildKey)
    .query(({ ctx, input }) => findPreviousArtifact(ctx, input.buildId)),
  queue: tenantProcedure
    .input(QueueBuild.extend(AppKey.shape))
    .mutation(({ ctx, input: { appId, ...build } }) => queueBuild(ctx, appId, build)),
  cancel: tenantProcedure.input(BuildKey).mutation(({ ctx, input }) => cancelBuild(ctx, input.buildId)),
  retry: tenantProcedure.input(BuildKey).mutation(({ ctx, input }) => retryBuild(ctx, input.buildId)),
  changes: tenantProcedure.subscription(({ ctx, signal }) =>
    streamWhileMember(
      ctx,
      buildChanges.watch((change) => change.tenantId === ctx.tenant.id, signal ?? AbortSignal.abort()),
    ),
  ),
  log: tenantProcedure.input(ReadLog).query(({ ctx, input }) => readLog(ctx, input)),
  onLog: tenantProcedure.input(FollowLog).subscription(async function* ({ ctx, input, signal }) {
    for await (const slice of streamWhileMember(ctx, followLog(ctx, input, signal ?? AbortSignal.abort()))) {
      yield tracked(String(slice.end), slice);
    }
  }),
});
