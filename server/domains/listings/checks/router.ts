import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { ChecksOf } from "./input.ts";
import { getChecks } from "./service.ts";

export const checksRouter = router({
  of: tenantProcedure.input(ChecksOf).query(({ ctx, input }) => getChecks(ctx, input.listingId)),
});
