import { adminProcedure, router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { ControlRollout, ListRollouts, RolloutOfListing } from "./input.ts";
import { browseRollouts, controlAnyRollout, controlRollout, findAnyRollout, findRollout } from "./service.ts";

export const rolloutsRouter = router({
  ofListing: tenantProcedure.input(RolloutOfListing).query(({ ctx, input }) => findRollout(ctx, input)),
  control: tenantProcedure.input(ControlRollout).mutation(({ ctx, input }) => controlRollout(ctx, input)),
});

export const adminRolloutsRouter = router({
  browse: adminProcedure.input(ListRollouts).query(({ ctx, input }) => browseRollouts(ctx, input)),
  ofListing: adminProcedure.input(RolloutOfListing).query(({ ctx, input }) => findAnyRollout(ctx, input)),
  control: adminProcedure.input(ControlRollout).mutation(({ ctx, input }) => controlAnyRollout(ctx, input)),
});
