import { router, userProcedure } from "../http/trpc/procedures.ts";
import { ChangePassword, ListOwnTokens, OwnTokenReference, RenameUser } from "./input.ts";
import { changePassword } from "./password.ts";
import { getAccount, renameUser } from "./service.ts";
import { listOwnTokens, revokeOwnToken } from "./tokens.ts";

export const accountRouter = router({
  get: userProcedure.query(({ ctx }) => getAccount(ctx)),
  rename: userProcedure.input(RenameUser).mutation(({ ctx, input }) => renameUser(ctx, input.name)),
  changePassword: userProcedure.input(ChangePassword).mutation(async ({ ctx, input }) => {
    await ctx.renewSession?.(await changePassword(ctx, input, ctx.address));
  }),
  tokens: userProcedure.input(ListOwnTokens).query(({ ctx, input }) => listOwnTokens(ctx, input)),
  revokeToken: userProcedure
    .input(OwnTokenReference)
    .mutation(({ ctx, input }) => revokeOwnToken(ctx, input.tokenId)),
});
