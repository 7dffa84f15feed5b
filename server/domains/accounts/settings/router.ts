import {
  adminProcedure,
  clientOf,
  publicProcedure,
  router,
  userProcedure,
} from "@/server/http/trpc/procedures.ts";
import { UserReference } from "../users/input.ts";
import { revokeOwnToken } from "../users/tokens.ts";
import { adminSendResetLink, adminVerifyEmail } from "./administer.ts";
import { deleteAccount } from "./delete-account.ts";
import {
  cancelEmailChange,
  confirmEmail,
  getEmailLink,
  requestEmailChange,
  resendVerification,
} from "./email-address.ts";
import {
  ChangeEmail,
  ChangePassword,
  DeleteAccount,
  EmailLinkToken,
  ListOwnTokens,
  OwnTokenReference,
  RenameUser,
  RequestReset,
  ResetPassword,
  SessionReference,
} from "./input.ts";
import { changePassword } from "./password.ts";
import { requestReset, resetPassword } from "./reset-password.ts";
import { getAccount, renameUser } from "./service.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";
import { listOwnTokens } from "./tokens.ts";

export const accountRouter = router({
  get: userProcedure.query(({ ctx }) => getAccount(ctx)),
  rename: userProcedure.input(RenameUser).mutation(({ ctx, input }) => renameUser(ctx, input.name)),
  changePassword: userProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
    await ctx.renewSession?.({ sessionVersion: await changePassword(ctx, input, await clientOf(ctx)) });
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
  tokens: userProcedure.input(ListOwnTokens).query(({ ctx, input }) => listOwnTokens(ctx, input)),
  revokeToken: userProcedure
    .input(OwnTokenReference)
    .mutation(({ ctx, input }) => revokeOwnToken(ctx, input.tokenId)),
});

/** Procedures of the holders of mailed links, without a session. */
export const emailLinksRouter = router({
  get: publicProcedure
    .input(EmailLinkToken)
    .query(({ ctx, input }) => getEmailLink(ctx, input.token, ctx.address)),
  requestReset: publicProcedure
    .input(RequestReset)
    .mutation(({ ctx, input }) => requestReset(ctx, input.email, ctx.address)),
  resetPassword: publicProcedure
    .input(ResetPassword)
    .mutation(({ ctx, input }) => resetPassword(ctx, input, ctx.address)),
});

export const adminAccountsRouter = router({
  sendResetLink: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => adminSendResetLink(ctx, input.userId)),
  verifyEmail: adminProcedure
    .input(UserReference)
    .mutation(({ ctx, input }) => adminVerifyEmail(ctx, input.userId)),
});
