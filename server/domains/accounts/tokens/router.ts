import { router, tenantProcedure, userProcedure } from "@/server/http/trpc/procedures.ts";
import { CreateToken, ListTokens, TokenReference } from "./input.ts";
import { createToken, listOwnTokens, listTokens, revokeOwnToken, revokeToken } from "./service.ts";

export const tokensRouter = router({
  list: tenantProcedure.input(ListTokens).query(({ ctx, input }) => listTokens(ctx, input)),
  create: tenantProcedure.input(CreateToken).mutation(({ ctx, input }) => createToken(ctx, input)),
  revoke: tenantProcedure.input(TokenReference).mutation(({ ctx, input }) => revokeToken(ctx, input.tokenId)),
  listOwn: userProcedure.input(ListTokens).query(({ ctx, input }) => listOwnTokens(ctx, input)),
  revokeOwn: userProcedure
    .input(TokenReference)
    .mutation(({ ctx, input }) => revokeOwnToken(ctx, input.tokenId)),
});
