import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { memberships } from "@/db/schema/index.ts";
import type { Change } from "@/server/core/transactions.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";

/** Locks the owners of a tenant until the transaction ends. Every change of a membership does so first. */
export async function lockOwners(tx: Transaction, tenantId: string): Promise<string[]> {
  const owners = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.role, "OWNER")))
    .orderBy(memberships.userId)
    .for("update");
  return owners.map(({ userId }) => userId);
}

/** Changes a member's role. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for the last owner */
export async function setRole(
  tx: Transaction,
  tenantId: string,
  userId: string,
  role: TenantRole,
): Promise<Change<void>> {
  const before = await lockMember(tx, tenantId, userId, role === "OWNER");
  await tx.update(memberships).set({ role }).where(isMember(tenantId, userId));
  return toChange(tenantId, userId, { before: { role: before }, after: { role } });
}

/** Ends a membership. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for the last owner */
export async function endMembership(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<Change<void>> {
  const role = await lockMember(tx, tenantId, userId, false);
  await tx.delete(memberships).where(isMember(tenantId, userId));
  return toChange(tenantId, userId, { before: { role } });
}

const isMember = (tenantId: string, userId: string) =>
  and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));

async function lockMember(
  tx: Transaction,
  tenantId: string,
  userId: string,
  willBeOwner: boolean,
): Promise<TenantRole> {
  const owners = await lockOwners(tx, tenantId);
  const [member] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(isMember(tenantId, userId))
    .for("update");
  if (!member) throw notFound("member");
  if (member.role === "OWNER" && !willBeOwner && owners.length === 1) {
    throw new AppError(
      "INVALID_TRANSITION",
      "A workspace needs at least one owner. Make another member an owner first.",
    );
  }
  return member.role;
}

const toChange = (
  tenantId: string,
  userId: string,
  change: { before: Record<string, unknown>; after?: Record<string, unknown> },
): Change<void> => ({ result: undefined, audit: { type: "membership", id: userId, tenantId, ...change } });
