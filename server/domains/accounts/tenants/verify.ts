import { eq } from "drizzle-orm";
import { tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { announceMarketplaceChange } from "@/server/events/marketplace-changes.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import type { VerifyTenant } from "./input.ts";

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
