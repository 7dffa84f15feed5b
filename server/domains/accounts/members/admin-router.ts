import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { adminChangeRole, adminEndMembership, listMemberships } from "./administer.ts";
import { AdminChangeRole, EndMembership, ListMemberships } from "./input.ts";

export const adminMembersRouter = router({
  list: adminProcedure.input(ListMemberships).query(({ ctx, input }) => listMemberships(ctx, input)),
  changeRole: adminProcedure.input(AdminChangeRole).mutation(({ ctx, input }) => adminChangeRole(ctx, input)),
  end: adminProcedure.input(EndMembership).mutation(({ ctx, input }) => adminEndMembership(ctx, input)),
});
