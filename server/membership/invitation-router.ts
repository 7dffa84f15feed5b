import { publicProcedure, router, userProcedure } from "../http/trpc/procedures.ts";
import { SignUp } from "../tenants/input.ts";
import { signUp } from "../tenants/make.ts";
import { InvitationSecret, JoinAsNewUser } from "./input.ts";
import { joinAsNewUser, joinByInvitation, readInvitation } from "./join.ts";

export const joiningRouter = router({
  signUp: publicProcedure.input(SignUp).mutation(({ ctx, input }) => signUp(ctx, input, ctx.address)),
  invitation: publicProcedure
    .input(InvitationSecret)
    .query(({ ctx, input }) => readInvitation(ctx, input.secret, ctx.address)),
  joinAsNew: publicProcedure
    .input(JoinAsNewUser)
    .mutation(({ ctx, input }) => joinAsNewUser(ctx, input, ctx.address)),
});

export const tenantJoinRouter = router({
  join: userProcedure
    .input(InvitationSecret)
    .mutation(({ ctx, input }) => joinByInvitation(ctx, input.secret, ctx.address)),
});
