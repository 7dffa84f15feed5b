import { publicProcedure, router, tenantProcedure, userProcedure } from "@/server/http/trpc/procedures.ts";
import { createTenant, signUp } from "./create-tenant.ts";
import { RememberTenant, SignUp, TenantName } from "./input.ts";
import { rememberTenant, renameTenant } from "./service.ts";

export const tenantsRouter = router({
  remember: userProcedure
    .input(RememberTenant)
    .mutation(({ ctx, input }) => rememberTenant(ctx, input.tenant)),
  create: userProcedure.input(TenantName).mutation(({ ctx, input }) => createTenant(ctx, input.name)),
  signUp: publicProcedure.input(SignUp).mutation(({ ctx, input }) => signUp(ctx, input, ctx.address)),
  rename: tenantProcedure.input(TenantName).mutation(({ ctx, input }) => renameTenant(ctx, input.name)),
});
