import { personProcedure, router } from "../trpc.ts";
import { RememberTenant } from "./input.ts";
import { listMyTenants, rememberTenant } from "./service.ts";

export const tenantsRouter = router({
  mine: personProcedure.query(({ ctx }) => listMyTenants(ctx)),
  remember: personProcedure
    .input(RememberTenant)
    .mutation(({ ctx, input }) => rememberTenant(ctx, input.tenant)),
});
