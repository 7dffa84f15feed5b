import { and, desc, eq } from "drizzle-orm";
import { memberships, tenants, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { endMembership, setRole } from "./change-membership.ts";
import type { AdminChangeRole, EndMembership, ListMemberships } from "./input.ts";

/** Memberships of a tenant or of a user, newest first. For Super Admins. */
export async function listMemberships(ctx: Context, input: ListMemberships) {
  const admin = requireSuperAdmin(ctx);
  const { tenantId, userId, limit, cursor } = input;
  // Cursor: the id that is not fixed by the filter.
  const id = tenantId === undefined ? memberships.tenantId : memberships.userId;
  const isListed = and(
    tenantId === undefined ? undefined : eq(memberships.tenantId, tenantId),
    userId === undefined ? undefined : eq(memberships.userId, userId),
  );
  const [rows, position] = await read(admin, async (tx) => [
    await tx
      .select({
        tenant: { id: tenants.id, slug: tenants.slug, name: tenants.name, suspendedAt: tenants.suspendedAt },
        user: { id: users.id, email: users.email, name: users.name, disabledAt: users.disabledAt },
        role: memberships.role,
        joinedAt: memberships.createdAt,
        lastUsedAt: memberships.lastUsedAt,
      })
      .from(memberships)
      .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(isListed, olderThan(cursor, memberships.createdAt, id)))
      .orderBy(desc(memberships.createdAt), desc(id))
      .limit(limit + 1),
    await readPagePosition(tx, {
      list: tx.select({ key: memberships.createdAt, id }).from(memberships).where(isListed),
      order: "newest-first",
      cursor,
      limit,
    }),
  ]);
  const { shown, nextCursor } = pageOf(rows, limit, ({ joinedAt, tenant, user }) => [
    joinedAt,
    tenantId === undefined ? tenant.id : user.id,
  ]);
  const views = shown.map(({ tenant, user, role, joinedAt, lastUsedAt }) => ({
    tenant: { id: tenant.id, slug: tenant.slug, name: tenant.name, isSuspended: tenant.suspendedAt !== null },
    user: { id: user.id, email: user.email, name: user.name, isDisabled: user.disabledAt !== null },
    role,
    joinedAt: joinedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { memberships: views, nextCursor, ...position };
}

/**
 * Changes a member's role in any tenant. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for the last owner
 */
export async function adminChangeRole(
  ctx: Context,
  { tenantId, userId, role }: AdminChangeRole,
): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "membership.change_role", (tx) => setRole(tx, tenantId, userId, role));
}

/**
 * Ends a membership in any tenant and the member's API tokens there. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for the last owner
 */
export async function adminEndMembership(ctx: Context, { tenantId, userId }: EndMembership): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "membership.remove", (tx) => endMembership(tx, tenantId, userId));
}
