import { z } from "zod";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { compareBuild } from "./compare-build.ts";

export const buildComparisonsRouter = router({
  comparison: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => compareBuild(ctx, input.buildId)),
});
