import { publicProcedure, router } from "@/server/http/trpc/procedures.ts";
import { EmailLinkToken, RequestReset, ResetPassword } from "./input.ts";
import { getEmailLink } from "./links.ts";
import { requestReset, resetPassword } from "./reset-password.ts";

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
