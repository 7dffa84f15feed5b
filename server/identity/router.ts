import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { CreateToken, TokenReference } from "./input.ts";
import { createToken, listTokens, revokeToken } from "./tokens.ts";

export const tokensRouter = router({
  list: tenantProcedure.query(({ ctx }) => listTokens(ctx)),
  create: tenantProcedure.input(CreateToken).mutation(({ ctx, input }) => createToken(ctx, input)),
  revoke: tenantProcedure.input(TokenReference).mutation(({ ctx, input }) => revokeToken(ctx, input.tokenId)),
});
