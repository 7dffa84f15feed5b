import { and, eq, isNull, or } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { invitations, memberships, tenants, users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { recordAudit } from "@/server/core/audit.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { AppError, notFound, validationFailed } from "@/shared/errors.ts";
import { createAccount, markVerified } from "../users/accounts.ts";
import type { JoinAsNewUser } from "./input.ts";
import { digestSecret, type Invitation, toInvitationState } from "./invitations.ts";
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
  const { name, email, role } = invitation;
  const expiresAt = invitation.expiresAt.toISOString();
  const needsVerifiedEmail = mustVerify(found);
  return { state, tenant: tenant.name, name, email, needsVerifiedEmail, role, invitedBy, expiresAt };
}

/**
 * Accepts an invitation as the signed-in user and returns the tenant's slug. An invitation with an address is for the
 * account of that address, verified before or by the secret of the mailed link. For a member nothing changes and the
 * invitation stays open.
 * @throws AppError `NOT_FOUND`, `PERMISSION_DENIED` for another address, `INVALID_TRANSITION`, `RATE_LIMITED`
 */
export async function joinByInvitation(
  ctx: Context,
  secret: string,
  address: string,
): Promise<{ tenant: string }> {
  const userId = requireUser(ctx);
  await consumeRateLimit("invitation-address", address);
  return mutate(ctx, "membership.join", async (tx) => {
    const found = await lockOpenInvitation(tx, ctx, secret);
    const { tenant, invitation } = found;
    await requireInvitedAddress(tx, ctx, found, userId);
    const [joined] = await addMember(tx, ctx, invitation, userId);
    if (!joined) throw new AppError("INVALID_TRANSITION", `You are already a member of ${tenant.name}.`);
    return { result: { tenant: tenant.slug }, audit: toAuditSubject(invitation, userId) };
  });
}

/**
 * Creates an account that joins by an invitation. Does nothing if the e-mail address has an account; see `createAccount`.
 * With a copied link the account joins after it verified its address.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `VALIDATION_FAILED` for another address, `RATE_LIMITED`
 */
export async function joinAsNewUser(
  ctx: Context,
  { secret, ...account }: JoinAsNewUser,
  address: string,
): Promise<void> {
  await consumeRateLimit("sign-up-address", address);
  const shown = await read(ctx, (tx) => findInvitation(tx, secret));
  if (!shown) throw notFound("invitation");
  const joins = !mustVerify(shown);
  const action = joins ? "membership.join_as_new" : "user.create";
  const isEmailVerified = shown.isMailedLink;
  await createAccount(ctx, action, account, { isEmailVerified }, async (tx) => {
    const { invitation } = await lockOpenInvitation(tx, ctx, secret);
    if (invitation.email !== null && invitation.email !== account.email) {
      throw validationFailed([{ path: "email", message: `must be ${invitation.email}` }]);
    }
    return async (userId) => {
      if (!joins) return { type: "user", id: userId, tenantId: null, after: { invitationId: invitation.id } };
      await addMember(tx, ctx, invitation, userId);
      return toAuditSubject(invitation, userId);
    };
  });
}

interface FoundInvitation {
  invitation: Invitation;
  tenant: typeof tenants.$inferSelect;
  invitedBy: string;
  /** True if the secret is that of the mailed link, which proves the address. */
  isMailedLink: boolean;
}

async function findInvitation(tx: Reader, secret: string): Promise<FoundInvitation | null> {
  const digest = digestSecret(secret);
  const [found] = await tx
    .select({ invitation: invitations, tenant: tenants, invitedBy: users.name })
    .from(invitations)
    .innerJoin(tenants, and(eq(tenants.id, invitations.tenantId), isNull(tenants.suspendedAt)))
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(or(eq(invitations.secretDigest, digest), eq(invitations.mailedSecretDigest, digest)))
    .for("update", { of: invitations });
  return found ? { ...found, isMailedLink: found.invitation.mailedSecretDigest === digest } : null;
}

/** True if an address must be verified before it can accept. Without mail it cannot be. */
const mustVerify = ({ invitation, isMailedLink }: FoundInvitation): boolean =>
  invitation.email !== null && !isMailedLink && isMailAvailable();

/** Checks that the user has the invited address. The mailed link verifies it. */
async function requireInvitedAddress(
  tx: Transaction,
  ctx: Context,
  found: FoundInvitation,
  userId: string,
): Promise<void> {
  const { email } = found.invitation;
  if (email === null) return;
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (user?.email !== email) {
    throw new AppError(
      "PERMISSION_DENIED",
      `This invitation is for ${email}. Sign in with that email, or ask for a new invitation.`,
    );
  }
  if (user.emailVerifiedAt) return;
  if (mustVerify(found)) {
    throw new AppError(
      "PERMISSION_DENIED",
      "Verify your email to join, or open the link in the invitation email.",
    );
  }
  if (!found.isMailedLink) return;
  // The session's user has the secret that was mailed, as with a verification link.
  await markVerified(tx, ctx, userId);
  await recordAudit(tx, ctx, "user.verify_email", {
    type: "user",
    id: userId,
    tenantId: null,
    after: { email },
  });
}

const CLOSED_MESSAGES = {
  EXPIRED: "This invitation has expired. Ask for a new one.",
  ACCEPTED: "This invitation has already been used. Ask for a new one.",
  REVOKED: "This invitation was revoked.",
};

async function lockOpenInvitation(tx: Transaction, ctx: Context, secret: string): Promise<FoundInvitation> {
  const found = await findInvitation(tx, secret);
  if (!found) throw notFound("invitation");
  const state = toInvitationState(found.invitation, ctx.now());
  if (state !== "OPEN") throw new AppError("INVALID_TRANSITION", CLOSED_MESSAGES[state]);
  return found;
}

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
