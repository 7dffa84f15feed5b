import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { ControlRollout, RolloutOfListing } from "./input.ts";
import { controlRollout, findRollout } from "./service.ts";

export const rolloutsRouter = router({
  ofListing: tenantProcedure.input(RolloutOfListing).query(({ ctx, input }) => findRollout(ctx, input)),
  control: tenantProcedure.input(ControlRollout).mutation(({ ctx, input }) => controlRollout(ctx, input)),
});
