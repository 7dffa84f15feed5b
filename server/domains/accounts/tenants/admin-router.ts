import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { restoreTenant, suspendTenant, verifyTenant } from "./administer.ts";
import { ListTenants, SuspendTenant, TenantReference, VerifyTenant } from "./input.ts";
import { getTenant, listTenants } from "./list-tenants.ts";

export const adminTenantsRouter = router({
  list: adminProcedure.input(ListTenants).query(({ ctx, input }) => listTenants(ctx, input)),
  get: adminProcedure.input(TenantReference).query(({ ctx, input }) => getTenant(ctx, input.tenantId)),
  suspend: adminProcedure.input(SuspendTenant).mutation(({ ctx, input }) => suspendTenant(ctx, input)),
  verify: adminProcedure.input(VerifyTenant).mutation(({ ctx, input }) => verifyTenant(ctx, input)),
  restore: adminProcedure
    .input(TenantReference)
    .mutation(({ ctx, input }) => restoreTenant(ctx, input.tenantId)),
});
