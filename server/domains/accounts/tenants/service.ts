import { eq } from "drizzle-orm";
import { tenants } from "@/db/schema/index.ts";
import { requireOwner, requireUser } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { announceMarketplaceChange } from "@/server/events/marketplace-changes.ts";
import { namedAs } from "@/shared/name-skeleton.ts";

/** Renames the tenant; its slug stays. For owners. @throws AppError `PERMISSION_DENIED` */
export async function renameTenant(ctx: TenantContext, name: string): Promise<void> {
  requireOwner(ctx);
  const { id: tenantId, name: before } = ctx.tenant;
  await mutate(ctx, "tenant.rename", async (tx, joined) => {
    await tx.update(tenants).set(namedAs(name)).where(eq(tenants.id, tenantId));
    announceMarketplaceChange(joined);
    return {
      result: undefined,
      audit: { type: "tenant", id: tenantId, tenantId, before: { name: before }, after: { name } },
    };
  });
}

/**
 * Records the tenant that the signed-in user used last, at most once a minute. Does nothing for a tenant of which the user
 * is no member.
 */
export async function rememberTenant(ctx: Context, tenantSlug: string): Promise<void> {
  const userId = requireUser(ctx);
  await ctx.db.systemDb.sql`
    update memberships set last_used_at = now()
    from tenants
    where tenants.id = memberships.tenant_id and tenants.slug = ${tenantSlug} and memberships.user_id = ${userId}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}
