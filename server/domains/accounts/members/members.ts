import { and, asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, users } from "@/db/schema/index.ts";
import { requireOwner, requireUser } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { laterThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { AppError } from "@/shared/errors.ts";
import { endMembership, lockOwners, setRole } from "./change-membership.ts";
import type { ChangeRole, ListMembers } from "./input.ts";
import type { MembersPage } from "./view.ts";

/** Sort key of a member: the rank of the role, then the name, bytewise. */
const KEY = sql<string>`(array_position(array['OWNER', 'DEVELOPER', 'VIEWER'], ${memberships.role})
  || ${users.name}) collate "C"`;

/** Members of the tenant, owners first. Only owners see the email addresses of others. */
export async function listMembers(ctx: TenantContext, { limit, cursor }: ListMembers): Promise<MembersPage> {
  const self = requireUser(ctx);
  const isOfTenant = eq(memberships.tenantId, ctx.tenant.id);
  const [rows, ownerCount, position] = await read(ctx, async (tx) => [
    await tx
      .select({ membership: memberships, name: users.name, email: users.email, key: KEY })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(and(isOfTenant, laterThan(cursor, KEY, users.id)))
      .orderBy(KEY, asc(users.id))
      .limit(limit + 1),
    await tx.$count(memberships, and(isOfTenant, eq(memberships.role, "OWNER"))),
    await readPagePosition(tx, {
      list: tx
        .select({ key: KEY, id: users.id })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .where(isOfTenant),
      order: "by-text",
      cursor,
      limit,
    }),
  ]);
  const { shown, nextCursor } = pageOf(rows, limit, ({ key, membership }) => [key, membership.userId]);
  const members = shown.map(({ membership, name, email }) => ({
    userId: membership.userId,
    name,
    email: ctx.role === "OWNER" || membership.userId === self ? email : null,
    role: membership.role,
    isSelf: membership.userId === self,
    joinedAt: membership.createdAt.toISOString(),
    lastUsedAt: membership.lastUsedAt?.toISOString() ?? null,
  }));
  return { members, ownerCount, nextCursor, ...position };
}

/**
 * Changes a member's role, effective with the next request and for API tokens within 5 s. For owners.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for the last owner
 */
export async function changeRole(ctx: TenantContext, { userId, role }: ChangeRole): Promise<void> {
  requireOwner(ctx);
  await mutate(ctx, "membership.change_role", async (tx) => {
    await requireStillOwner(tx, ctx);
    return setRole(tx, ctx.tenant.id, userId, role);
  });
}

/**
 * Ends a membership and the member's API tokens of the tenant: one's own, for owners that of any member.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for the last owner
 */
export async function removeMember(ctx: TenantContext, userId: string): Promise<void> {
  const isLeaving = requireUser(ctx) === userId;
  if (!isLeaving) requireOwner(ctx);
  await mutate(ctx, isLeaving ? "membership.leave" : "membership.remove", async (tx) => {
    await requireStillOwner(tx, ctx);
    return endMembership(tx, ctx.tenant.id, userId);
  });
}

/**
 * Locks the owners, so that concurrent changes cannot remove the last one, and checks that the actor is still an owner.
 */
async function requireStillOwner(tx: Transaction, ctx: TenantContext): Promise<void> {
  const owners = await lockOwners(tx, ctx.tenant.id);
  if (ctx.role === "OWNER" && !owners.includes(requireUser(ctx))) {
    throw new AppError("PERMISSION_DENIED", "You are no longer an owner of this workspace.");
  }
}
