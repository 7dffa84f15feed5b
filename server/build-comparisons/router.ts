import { z } from "zod";
import { reference } from "@/shared/text/text.ts";
import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { compareBuild } from "./compare-build.ts";

export const buildComparisonsRouter = router({
  comparison: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => compareBuild(ctx, input.buildId)),
});
