import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { invitations, memberships, tenants, users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "../auth/rate-limiter.ts";
import { createUser } from "../identity/accounts.ts";
import { requireUser } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";
import type { JoinAsNewUser } from "./input.ts";
import { digestSecret, toInvitationState } from "./invitations.ts";
import type { InvitationOffer } from "./view.ts";

/**
 * Invitation by the secret of its link. Rate-limited by client address.
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`
 */
export async function getInvitation(ctx: Context, secret: string, address: string): Promise<InvitationOffer> {
  await consumeRateLimit("invitation-address", address);
  const found = await read(ctx, (tx) => findInvitation(tx, secret));
  if (!found) throw notFound("invitation");
  const { invitation, tenant, invitedBy } = found;
  const state = toInvitationState(invitation, ctx.now());
  if (state !== "OPEN") return { state };
  const { name, role, expiresAt } = invitation;
  return { state, tenant: tenant.name, name, role, invitedBy, expiresAt: expiresAt.toISOString() };
}

/**
 * Accepts an invitation as the signed-in user and returns the tenant's slug. For a member nothing changes and the
 * invitation stays open.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `RATE_LIMITED`
 */
export async function joinByInvitation(
  ctx: Context,
  secret: string,
  address: string,
): Promise<{ tenant: string }> {
  const userId = requireUser(ctx);
  await consumeRateLimit("invitation-address", address);
  return mutate(ctx, "membership.join", async (tx) => {
    const { tenant, ...invitation } = await lockOpenInvitation(tx, ctx, secret);
    const [joined] = await addMember(tx, ctx, invitation, userId);
    if (!joined) throw new AppError("INVALID_TRANSITION", `You are already a member of ${tenant.name}.`);
    return { result: { tenant: tenant.slug }, audit: toAuditSubject(invitation, userId) };
  });
}

/**
 * Creates an account that joins by an invitation. Does nothing if the e-mail address has an account; see `createUser`.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `RATE_LIMITED`
 */
export async function joinAsNewUser(
  ctx: Context,
  { secret, ...account }: JoinAsNewUser,
  address: string,
): Promise<void> {
  await consumeRateLimit("sign-up-address", address);
  await createUser(ctx, "membership.join_as_new", account, async (tx) => {
    const { tenant: _, ...invitation } = await lockOpenInvitation(tx, ctx, secret);
    return async (userId) => {
      await addMember(tx, ctx, invitation, userId);
      return toAuditSubject(invitation, userId);
    };
  });
}

async function findInvitation(tx: Transaction, secret: string) {
  const [found] = await tx
    .select({ invitation: invitations, tenant: tenants, invitedBy: users.name })
    .from(invitations)
    .innerJoin(tenants, and(eq(tenants.id, invitations.tenantId), isNull(tenants.suspendedAt)))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(eq(invitations.secretDigest, digestSecret(secret)))
    .for("update", { of: invitations });
  return found;
}

const CLOSED_MESSAGES = {
  EXPIRED: "This invitation has expired. Ask for a new one.",
  ACCEPTED: "This invitation has already been used. Ask for a new one.",
  REVOKED: "This invitation was revoked.",
};

async function lockOpenInvitation(tx: Transaction, ctx: Context, secret: string) {
  const found = await findInvitation(tx, secret);
  if (!found) throw notFound("invitation");
  const state = toInvitationState(found.invitation, ctx.now());
  if (state !== "OPEN") throw new AppError("INVALID_TRANSITION", CLOSED_MESSAGES[state]);
  return { ...found.invitation, tenant: found.tenant };
}

type Invitation = typeof invitations.$inferSelect;

async function addMember(tx: Transaction, ctx: Context, invitation: Invitation, userId: string) {
  const { tenantId, role } = invitation;
  const joined = await tx
    .insert(memberships)
    .values({ tenantId, userId, role, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning();
  if (joined.length === 0) return joined;
  await tx
    .update(invitations)
    .set({ acceptedBy: userId, acceptedAt: ctx.now() })
    .where(eq(invitations.id, invitation.id));
  return joined;
}

const toAuditSubject = ({ id, tenantId, role }: Invitation, userId: string) => ({
  type: "membership" as const,
  id: userId,
  tenantId,
  after: { role, invitationId: id },
});
