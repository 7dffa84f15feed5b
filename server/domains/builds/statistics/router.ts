import { z } from "zod";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { summarizeApp, summarizeBuilds } from "./summary.ts";

export const buildStatisticsRouter = router({
  summary: tenantProcedure.query(({ ctx }) => summarizeBuilds(ctx)),
  summaryOfApp: tenantProcedure
    .input(z.object({ appId: reference() }))
    .query(({ ctx, input }) => summarizeApp(ctx, input.appId)),
});
