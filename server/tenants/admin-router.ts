import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { browseTenants, getTenantRecord } from "./browse.ts";
import { BrowseTenants, SuspendTenant, TenantReference } from "./input.ts";
import { restoreTenant, suspendTenant } from "./suspend.ts";

export const adminTenantsRouter = router({
  list: adminProcedure.input(BrowseTenants).query(({ ctx, input }) => browseTenants(ctx, input)),
  get: adminProcedure.input(TenantReference).query(({ ctx, input }) => getTenantRecord(ctx, input.tenantId)),
  suspend: adminProcedure.input(SuspendTenant).mutation(({ ctx, input }) => suspendTenant(ctx, input)),
  restore: adminProcedure
    .input(TenantReference)
    .mutation(({ ctx, input }) => restoreTenant(ctx, input.tenantId)),
});
