import { adminProcedure, router, userProcedure } from "@/server/http/trpc/procedures.ts";
import { createTenant } from "./create-tenant.ts";
import {
  ListTenants,
  RememberTenant,
  SuspendTenant,
  TenantName,
  TenantReference,
  VerifyTenant,
} from "./input.ts";
import { getTenant, listTenants } from "./list-tenants.ts";
import { rememberTenant } from "./service.ts";
import { restoreTenant, suspendTenant } from "./suspend.ts";
import { verifyTenant } from "./verify.ts";

export const tenantsRouter = router({
  remember: userProcedure
    .input(RememberTenant)
    .mutation(({ ctx, input }) => rememberTenant(ctx, input.tenant)),
  create: userProcedure.input(TenantName).mutation(({ ctx, input }) => createTenant(ctx, input.name)),
});

export const adminTenantsRouter = router({
  list: adminProcedure.input(ListTenants).query(({ ctx, input }) => listTenants(ctx, input)),
  get: adminProcedure.input(TenantReference).query(({ ctx, input }) => getTenant(ctx, input.tenantId)),
  suspend: adminProcedure.input(SuspendTenant).mutation(({ ctx, input }) => suspendTenant(ctx, input)),
  verify: adminProcedure.input(VerifyTenant).mutation(({ ctx, input }) => verifyTenant(ctx, input)),
  restore: adminProcedure
    .input(TenantReference)
    .mutation(({ ctx, input }) => restoreTenant(ctx, input.tenantId)),
});
