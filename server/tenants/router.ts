import { router, userProcedure } from "../http/trpc/procedures.ts";
import { RememberTenant, TenantName } from "./input.ts";
import { createTenant } from "./make.ts";
import { rememberTenant } from "./service.ts";

export const tenantsRouter = router({
  remember: userProcedure
    .input(RememberTenant)
    .mutation(({ ctx, input }) => rememberTenant(ctx, input.tenant)),
  make: userProcedure.input(TenantName).mutation(({ ctx, input }) => createTenant(ctx, input.name)),
});
