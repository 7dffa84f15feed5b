import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { browseMemberships, changeAnyRole, endAnyMembership } from "./administer.ts";
import { BrowseMemberships, ChangeAnyRole, EndMembership } from "./input.ts";

export const adminMembershipsRouter = router({
  list: adminProcedure.input(BrowseMemberships).query(({ ctx, input }) => browseMemberships(ctx, input)),
  changeRole: adminProcedure.input(ChangeAnyRole).mutation(({ ctx, input }) => changeAnyRole(ctx, input)),
  end: adminProcedure.input(EndMembership).mutation(({ ctx, input }) => endAnyMembership(ctx, input)),
});
