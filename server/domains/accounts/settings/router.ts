import { clientOf, router, userProcedure } from "@/server/http/trpc/procedures.ts";
import { EmailLinkToken } from "../email-links/input.ts";
import { deleteAccount } from "./delete-account.ts";
import { cancelEmailChange, confirmEmail, requestEmailChange, resendVerification } from "./email-address.ts";
import { ChangeEmail, ChangePassword, DeleteAccount, RenameUser, SessionReference } from "./input.ts";
import { changePassword } from "./password.ts";
import { getAccount, renameUser } from "./service.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";

export const settingsRouter = router({
  get: userProcedure.query(({ ctx }) => getAccount(ctx)),
  rename: userProcedure.input(RenameUser).mutation(({ ctx, input }) => renameUser(ctx, input.name)),
  changePassword: userProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
    const { sessionVersion, tokens } = await changePassword(ctx, input, await clientOf(ctx));
    await ctx.renewSession?.({ sessionVersion });
    return { tokens };
  }),
  changeEmail: userProcedure
    .input(ChangeEmail)
    .mutation(async ({ ctx, input }) => requestEmailChange(ctx, input, await clientOf(ctx))),
  cancelEmailChange: userProcedure.mutation(({ ctx }) => cancelEmailChange(ctx)),
  resendVerification: userProcedure.mutation(({ ctx }) => resendVerification(ctx)),
  confirmEmail: userProcedure.input(EmailLinkToken).mutation(async ({ ctx, input }) => {
    const sessionVersion = await confirmEmail(ctx, input.token, ctx.address);
    if (sessionVersion !== null) await ctx.renewSession?.({ sessionVersion });
  }),
  delete: userProcedure
    .input(DeleteAccount)
    .mutation(async ({ ctx, input }) => deleteAccount(ctx, input, await clientOf(ctx))),
  sessions: userProcedure.query(({ ctx }) => listSessions(ctx)),
  endSession: userProcedure
    .input(SessionReference)
    .mutation(({ ctx, input }) => endSession(ctx, input.sessionId)),
  endOtherSessions: userProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
});
