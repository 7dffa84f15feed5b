import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { disableUser, enableUser, endSessionsOf, grantSuperAdmin, revokeSuperAdmin } from "./administer.ts";
import { browseUsers, getUserRecord } from "./browse.ts";
import { BrowseUsers, DisableUser, UserReference } from "./input.ts";

export const adminUsersRouter = router({
  list: adminProcedure.input(BrowseUsers).query(({ ctx, input }) => browseUsers(ctx, input)),
  get: adminProcedure.input(UserReference).query(({ ctx, input }) => getUserRecord(ctx, input.userId)),
  disable: adminProcedure.input(DisableUser).mutation(({ ctx, input }) => disableUser(ctx, input)),
  enable: adminProcedure.input(UserReference).mutation(({ ctx, input }) => enableUser(ctx, input.userId)),
  grantSuperAdmin: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => grantSuperAdmin(ctx, input.userId)),
  revokeSuperAdmin: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => revokeSuperAdmin(ctx, input.userId)),
  endSessions: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => endSessionsOf(ctx, input.userId)),
});
