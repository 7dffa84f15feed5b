import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { BuildKey } from "../input.ts";
import { enterTenantOfBuildAsAdmin } from "../records/service.ts";
import { getCluster, listClusters } from "./clusters.ts";
import { AddNotice, addNotice, endNotice, listActiveNotices, NoticeKey } from "./notices.ts";
import { getSimilarFailures } from "./similar-failures.ts";

export const adminFailuresRouter = router({
  similar: adminProcedure
    .input(BuildKey)
    .query(async ({ ctx, input: { buildId } }) =>
      getSimilarFailures(await enterTenantOfBuildAsAdmin(ctx, buildId), buildId),
    ),
  clusters: adminProcedure.query(({ ctx }) => listClusters(ctx)),
  cluster: adminProcedure.input(BuildKey).query(({ ctx, input }) => getCluster(ctx, input.buildId)),
  notices: adminProcedure.query(({ ctx }) => listActiveNotices(ctx)),
  addNotice: adminProcedure.input(AddNotice).mutation(({ ctx, input }) => addNotice(ctx, input)),
  endNotice: adminProcedure.input(NoticeKey).mutation(({ ctx, input }) => endNotice(ctx, input.noticeId)),
});
