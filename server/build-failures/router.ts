import { z } from "zod";
import { enterTenantOfBuildAsAdmin } from "../build-records/service.ts";
import { adminProcedure, router, tenantProcedure } from "../http/trpc/procedures.ts";
import { reference } from "../platform/text.ts";
import { getSimilarFailures } from "./similar-failures.ts";

export const buildFailuresRouter = router({
  similarFailures: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getSimilarFailures(ctx, input.buildId)),
});

export const adminBuildFailuresRouter = router({
  similarFailures: adminProcedure
    .input(z.object({ buildId: reference() }))
    .query(async ({ ctx, input }) =>
      getSimilarFailures(await enterTenantOfBuildAsAdmin(ctx, input.buildId), input.buildId),
    ),
});
