import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { announceMarketplaceChange } from "@/server/events/marketplace-changes.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import type { SuspendTenant, VerifyTenant } from "./input.ts";

/**
 * Suspends a tenant: hidden from its members with their next request, its API tokens end within 5 s in every process, and
 * the trigger `tenants_sync_marketplace` (`db/functions/marketplace.sql`) removes its items. A job notifies the tenants that
 * installed them. Nothing is deleted, and builds continue. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` when it is suspended already
 */
export async function suspendTenant(ctx: Context, { tenantId, reason }: SuspendTenant): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "tenant.suspend", async (tx, joined) => {
    const tenant = await lockTenant(tx, tenantId);
    if (tenant.suspendedAt) throw new AppError("INVALID_TRANSITION", "This workspace is already suspended.");
    const suspendedAt = admin.now();
    await tx.update(tenants).set({ suspendedAt, suspendedReason: reason }).where(eq(tenants.id, tenantId));
    await enqueue(tx, "announce_unavailable", { publisherId: tenantId });
    announceMarketplaceChange(joined);
    return toChange(tenantId, { state: "ACTIVE" }, { state: "SUSPENDED", reason });
  });
}

/**
 * Restores a suspended tenant with its members, tokens and items. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` when it is not suspended
 */
export async function restoreTenant(ctx: Context, tenantId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "tenant.restore", async (tx, joined) => {
    const tenant = await lockTenant(tx, tenantId);
    if (!tenant.suspendedAt) throw new AppError("INVALID_TRANSITION", "This workspace is not suspended.");
    // The trigger publishes its items in this statement; thousands take longer than the default timeout.
    await tx.execute(sql`set local statement_timeout = '60s'`);
    await tx
      .update(tenants)
      .set({ suspendedAt: null, suspendedReason: null })
      .where(eq(tenants.id, tenantId));
    announceMarketplaceChange(joined);
    return toChange(tenantId, { state: "SUSPENDED", reason: tenant.suspendedReason }, { state: "ACTIVE" });
  });
}

/**
 * Locks a tenant against concurrent suspension and approval of its items. `no key update`, since inserts that reference
 * the tenant take a share lock on its key, and an approval may wait for one of them.
 */
async function lockTenant(tx: Transaction, tenantId: string) {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.id, tenantId)).for("no key update");
  if (!tenant) throw notFound("workspace");
  return tenant;
}

const toChange = (tenantId: string, before: Record<string, unknown>, after: Record<string, unknown>) => ({
  result: undefined,
  audit: { type: "tenant" as const, id: tenantId, tenantId, before, after },
});

/**
 * Marks a tenant as a verified publisher, whose identity a Super Admin has confirmed, or removes the mark. The marketplace and
 * the registry show it. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` when nothing would change
 */
export async function verifyTenant(ctx: Context, { tenantId, isVerified }: VerifyTenant): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, isVerified ? "tenant.verify" : "tenant.unverify", async (tx, joined) => {
    const [tenant] = await tx.select().from(tenants).where(eq(tenants.id, tenantId)).for("no key update");
    if (!tenant) throw notFound("workspace");
    const wasVerified = tenant.verifiedAt !== null;
    if (wasVerified === isVerified) {
      throw new AppError(
        "INVALID_TRANSITION",
        `This workspace is ${isVerified ? "already" : "not"} a verified publisher.`,
      );
    }
    await tx
      .update(tenants)
      .set({ verifiedAt: isVerified ? admin.now() : null })
      .where(eq(tenants.id, tenantId));
    announceMarketplaceChange(joined);
    const audit = { type: "tenant" as const, id: tenantId, tenantId };
    return {
      result: undefined,
      audit: { ...audit, before: { verified: wasVerified }, after: { verified: isVerified } },
    };
  });
}
