import { adminProcedure, router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { disableUser, enableUser, endUserSessions, grantSuperAdmin, revokeSuperAdmin } from "./administer.ts";
import { CreateToken, DisableUser, ListTokens, ListUsers, TokenReference, UserReference } from "./input.ts";
import { getUser, listUsers } from "./list-users.ts";
import { createToken, listTokens, revokeToken } from "./tokens.ts";

export const tokensRouter = router({
  list: tenantProcedure.input(ListTokens).query(({ ctx, input }) => listTokens(ctx, input)),
  create: tenantProcedure.input(CreateToken).mutation(({ ctx, input }) => createToken(ctx, input)),
  revoke: tenantProcedure.input(TokenReference).mutation(({ ctx, input }) => revokeToken(ctx, input.tokenId)),
});

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
});
