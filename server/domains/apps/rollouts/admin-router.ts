import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { ControlRollout, ListRollouts, RolloutOfListing } from "./input.ts";
import { browseRollouts, controlAnyRollout, findAnyRollout } from "./service.ts";

export const adminRolloutsRouter = router({
  browse: adminProcedure.input(ListRollouts).query(({ ctx, input }) => browseRollouts(ctx, input)),
  ofListing: adminProcedure.input(RolloutOfListing).query(({ ctx, input }) => findAnyRollout(ctx, input)),
  control: adminProcedure.input(ControlRollout).mutation(({ ctx, input }) => controlAnyRollout(ctx, input)),
});
