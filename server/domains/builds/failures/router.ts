import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { BuildKey } from "../input.ts";
import { getSimilarFailures } from "./similar-failures.ts";

export const buildFailuresRouter = router({
  similarFailures: tenantProcedure
    .input(BuildKey)
    .query(({ ctx, input }) => getSimilarFailures(ctx, input.buildId)),
});
