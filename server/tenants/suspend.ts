import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { mutate } from "../platform/mutate.ts";
import type { SuspendTenant } from "./input.ts";

/**
 * Suspends a tenant. To its members it does not exist from their next request on, its API tokens end within 5 s in every
 * process, and the trigger `tenants_sync_marketplace` (`db/functions/marketplace.sql`) removes its items; nothing of it is deleted, and its builds go on. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` when it is suspended already
 */
export async function suspendTenant(ctx: Context, { tenantId, reason }: SuspendTenant): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "tenant.suspend", async (tx) => {
    const tenant = await lockTenant(tx, tenantId);
    if (tenant.suspendedAt) throw new AppError("INVALID_TRANSITION", "The tenant is suspended already.");
    const suspendedAt = admin.now();
    await tx.update(tenants).set({ suspendedAt, suspendedReason: reason }).where(eq(tenants.id, tenantId));
    return {
      result: undefined,
      audit: {
        type: "tenant",
        id: tenantId,
        tenantId,
        before: { state: "ACTIVE" },
        after: { state: "SUSPENDED", reason },
      },
    };
  });
}

/**
 * Gives a suspended tenant back to its members, with all it had. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` when it is not suspended
 */
export async function restoreTenant(ctx: Context, tenantId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "tenant.restore", async (tx) => {
    const tenant = await lockTenant(tx, tenantId);
    if (!tenant.suspendedAt) throw new AppError("INVALID_TRANSITION", "The tenant is not suspended.");
    // Its items are shown again by the same statement; of thousands that takes longer than statements may.
    await tx.execute(sql`set local statement_timeout = '60s'`);
    await tx
      .update(tenants)
      .set({ suspendedAt: null, suspendedReason: null })
      .where(eq(tenants.id, tenantId));
    return {
      result: undefined,
      audit: {
        type: "tenant",
        id: tenantId,
        tenantId,
        before: { state: "SUSPENDED", reason: tenant.suspendedReason },
        after: { state: "ACTIVE" },
      },
    };
  });
}

/**
 * Locks the tenant against who else suspends it and who approves an item of it, but not its key: whatever names the tenant
 * takes a share in that, also those who hold what an approval waits for.
 */
async function lockTenant(tx: Transaction, tenantId: string) {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.id, tenantId)).for("no key update");
  if (!tenant) throw notFound("tenant");
  return tenant;
}
