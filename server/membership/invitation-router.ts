import { publicProcedure, router } from "../http/trpc/procedures.ts";
import { signUp } from "../tenants/make.ts";
import { joinAsNewPerson, readInvitation } from "./join.ts";
import { InvitationSecret, JoinAsNew, SignUp } from "./join-input.ts";

export const joiningRouter = router({
  signUp: publicProcedure.input(SignUp).mutation(({ ctx, input }) => signUp(ctx, input, ctx.address)),
  invitation: publicProcedure
    .input(InvitationSecret)
    .query(({ ctx, input }) => readInvitation(ctx, input.secret, ctx.address)),
  joinAsNew: publicProcedure
    .input(JoinAsNew)
    .mutation(({ ctx, input }) => joinAsNewPerson(ctx, input, ctx.address)),
});
