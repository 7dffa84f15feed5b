import { z } from "zod";
import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { reference } from "../platform/text.ts";
import { summariseApp, summariseBuilds } from "./summary.ts";

export const buildStatisticsRouter = router({
  summary: tenantProcedure.query(({ ctx }) => summariseBuilds(ctx)),
  summaryOfApp: tenantProcedure
    .input(z.object({ appId: reference() }))
    .query(({ ctx, input }) => summariseApp(ctx, input.appId)),
});
