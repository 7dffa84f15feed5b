import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { disableUser, enableUser, endUserSessions, grantSuperAdmin, revokeSuperAdmin } from "./administer.ts";
import { DisableUser, ListUsers, UserReference } from "./input.ts";
import { getUser, listUsers } from "./list-users.ts";
import { adminSendResetLink, adminVerifyEmail } from "./recovery.ts";

export const adminUsersRouter = router({
  list: adminProcedure.input(ListUsers).query(({ ctx, input }) => listUsers(ctx, input)),
  get: adminProcedure.input(UserReference).query(({ ctx, input }) => getUser(ctx, input.userId)),
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
    .mutation(({ ctx, input }) => endUserSessions(ctx, input.userId)),
  sendResetLink: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => adminSendResetLink(ctx, input.userId)),
  verifyEmail: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => adminVerifyEmail(ctx, input.userId)),
});
