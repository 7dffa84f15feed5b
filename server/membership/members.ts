import { and, asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships, users } from "@/db/schema/index.ts";
import type { TenantRole } from "@/db/schema/vocabulary.ts";
import { requireOwner, requirePerson } from "../authorize.ts";
import type { TenantContext } from "../context.ts";
import { AppError, notFound } from "../errors.ts";
import { mutate, read } from "../mutate.ts";
import { isUuid } from "../text.ts";
import type { ChangeRole } from "./input.ts";
import type { MemberView } from "./view.ts";

/** The members of the tenant, owners first. E-mail addresses are for owners and for oneself. */
export async function listMembers(ctx: TenantContext): Promise<MemberView[]> {
  const self = requirePerson(ctx);
  const rows = await read(ctx, (tx) =>
    tx
      .select({ membership: memberships, name: users.name, email: users.email })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.tenantId, ctx.tenant.id))
      .orderBy(
        sql`array_position(array['OWNER', 'DEVELOPER', 'VIEWER'], ${memberships.role})`,
        asc(users.name),
        asc(users.id),
      ),
  );
  return rows.map(({ membership, name, email }) => ({
    userId: membership.userId,
    name,
    email: ctx.role === "OWNER" || membership.userId === self ? email : null,
    role: membership.role,
    isSelf: membership.userId === self,
    joinedAt: membership.createdAt.toISOString(),
    lastUsedAt: membership.lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Gives a member another role. It holds for the member's next request, and for their API tokens within 5 s. For owners;
 * a tenant keeps at least one.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for the last owner
 */
export async function changeRole(ctx: TenantContext, { userId, role }: ChangeRole): Promise<void> {
  requireOwner(ctx);
  await mutate(ctx, "membership.change_role", async (tx) => {
    const before = await lockMember(tx, ctx, userId, role === "OWNER");
    await tx.update(memberships).set({ role }).where(isMember(ctx, userId));
    return { result: undefined, audit: subject(ctx, userId, { role: before }, { role }) };
  });
}

/**
 * Ends a membership, and with it the member's API tokens of the tenant. Owners end anybody's, everybody their own; the
 * last owner stays.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for the last owner
 */
export async function removeMember(ctx: TenantContext, userId: string): Promise<void> {
  const isLeaving = requirePerson(ctx) === userId;
  if (!isLeaving) requireOwner(ctx);
  await mutate(ctx, isLeaving ? "membership.leave" : "membership.remove", async (tx) => {
    const role = await lockMember(tx, ctx, userId, false);
    await tx.delete(memberships).where(isMember(ctx, userId));
    return { result: undefined, audit: subject(ctx, userId, { role }, undefined) };
  });
}

const isMember = (ctx: TenantContext, userId: string) =>
  and(eq(memberships.tenantId, ctx.tenant.id), eq(memberships.userId, userId));

/** The member's role, with all owners locked, so that two who part at once do not leave the tenant without one. */
async function lockMember(
  tx: Transaction,
  ctx: TenantContext,
  userId: string,
  staysOwner: boolean,
): Promise<TenantRole> {
  const owners = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tenantId, ctx.tenant.id), eq(memberships.role, "OWNER")))
    .orderBy(memberships.userId)
    .for("update");
  const [member] = isUuid(userId)
    ? await tx.select({ role: memberships.role }).from(memberships).where(isMember(ctx, userId)).for("update")
    : [];
  if (!member) throw notFound("member");
  if (!owners.some((owner) => owner.userId === requirePerson(ctx)) && ctx.role === "OWNER") {
    throw new AppError("PERMISSION_DENIED", "You are no owner of this tenant any more.");
  }
  if (member.role === "OWNER" && !staysOwner && owners.length === 1) {
    throw new AppError("INVALID_TRANSITION", "A tenant needs an owner. Make another member one first.");
  }
  return member.role;
}

const subject = (
  ctx: TenantContext,
  userId: string,
  before: Record<string, unknown>,
  after: Record<string, unknown> | undefined,
) => ({ type: "membership" as const, id: userId, tenantId: ctx.tenant.id, before, ...(after && { after }) });
