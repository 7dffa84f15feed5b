import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { adminChangeRole, adminEndMembership, browseMemberships } from "./administer.ts";
import { AdminChangeRole, BrowseMemberships, EndMembership } from "./input.ts";

export const adminMembershipsRouter = router({
  list: adminProcedure.input(BrowseMemberships).query(({ ctx, input }) => browseMemberships(ctx, input)),
  changeRole: adminProcedure.input(AdminChangeRole).mutation(({ ctx, input }) => adminChangeRole(ctx, input)),
  end: adminProcedure.input(EndMembership).mutation(({ ctx, input }) => adminEndMembership(ctx, input)),
});
