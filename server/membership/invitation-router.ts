import { personProcedure, publicProcedure, router } from "../http/trpc/procedures.ts";
import { SignUp } from "../tenants/input.ts";
import { signUp } from "../tenants/make.ts";
import { InvitationSecret, JoinAsNew } from "./input.ts";
import { joinAsNewPerson, joinByInvitation, readInvitation } from "./join.ts";

export const joiningRouter = router({
  signUp: publicProcedure.input(SignUp).mutation(({ ctx, input }) => signUp(ctx, input, ctx.address)),
  invitation: publicProcedure
    .input(InvitationSecret)
    .query(({ ctx, input }) => readInvitation(ctx, input.secret, ctx.address)),
  joinAsNew: publicProcedure
    .input(JoinAsNew)
    .mutation(({ ctx, input }) => joinAsNewPerson(ctx, input, ctx.address)),
});

export const tenantJoinRouter = router({
  join: personProcedure
    .input(InvitationSecret)
    .mutation(({ ctx, input }) => joinByInvitation(ctx, input.secret, ctx.address)),
});
