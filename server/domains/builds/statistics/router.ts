import { AppKey } from "@/server/domains/apps/input.ts";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { summarizeApp, summarizeBuilds } from "./summary.ts";

export const buildStatisticsRouter = router({
  summary: tenantProcedure.query(({ ctx }) => summarizeBuilds(ctx)),
  summaryOfApp: tenantProcedure.input(AppKey).query(({ ctx, input }) => summarizeApp(ctx, input.appId)),
});
