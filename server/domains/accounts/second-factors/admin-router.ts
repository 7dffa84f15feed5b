import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { UserReference } from "../users/input.ts";
import { resetSecondFactor } from "./service.ts";

export const adminSecondFactorsRouter = router({
  reset: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx, input.userId)),
});
