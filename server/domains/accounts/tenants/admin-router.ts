import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { ListTenants, SuspendTenant, TenantReference, VerifyTenant } from "./input.ts";
import { getTenant, listTenants } from "./list-tenants.ts";
import { restoreTenant, suspendTenant } from "./suspend.ts";
import { verifyTenant } from "./verify.ts";

export const adminTenantsRouter = router({
  list: adminProcedure.input(ListTenants).query(({ ctx, input }) => listTenants(ctx, input)),
  get: adminProcedure.input(TenantReference).query(({ ctx, input }) => getTenant(ctx, input.tenantId)),
  suspend: adminProcedure.input(SuspendTenant).mutation(({ ctx, input }) => suspendTenant(ctx, input)),
  verify: adminProcedure.input(VerifyTenant).mutation(({ ctx, input }) => verifyTenant(ctx, input)),
  restore: adminProcedure
    .input(TenantReference)
    .mutation(({ ctx, input }) => restoreTenant(ctx, input.tenantId)),
});
