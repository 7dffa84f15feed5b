import { personProcedure, router } from "../http/trpc/procedures.ts";
import { RememberTenant, TenantName } from "./input.ts";
import { makeTenant } from "./make.ts";
import { rememberTenant } from "./service.ts";

export const tenantsRouter = router({
  remember: personProcedure
    .input(RememberTenant)
    .mutation(({ ctx, input }) => rememberTenant(ctx, input.tenant)),
  make: personProcedure.input(TenantName).mutation(({ ctx, input }) => makeTenant(ctx, input.name)),
});
