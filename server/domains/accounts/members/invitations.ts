import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client.ts";
import { invitations, memberships, users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { requireOwner, requireUser, requireVerifiedEmail } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { deriveKey } from "@/server/core/encryption.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { olderThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { queueMail, requireRoomForMail } from "@/server/mail/queue-mail.ts";
import { requireMail } from "@/server/mail/settings.ts";
import { AppError, notFound, validationFailed } from "@/shared/errors.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { CreateInvitation, ListInvitations } from "./input.ts";
import { invitationMessage } from "./mails.ts";
import type { InvitationState } from "./view.ts";

/**
 * Invites an address by a single-use link, which is mailed if mail is available. The secret of the link to copy is returned
 * only here; that of the mailed link is another, so it proves the address. The database holds digests. For owners.
 * @throws AppError `PERMISSION_DENIED`, also for owners who have not verified their own address, `VALIDATION_FAILED` for the
 * address of a member, `RATE_LIMITED`
 */
export async function createInvitation(ctx: TenantContext, { name, email, role, days }: CreateInvitation) {
  const invitedBy = requireInviter(ctx);
  if (isMailAvailable()) await consumeRateLimit("invitation-mail", invitedBy);
  const secret = createSecret();
  const [id, createdAt] = [ctx.newId(), ctx.now()];
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  return mutate(ctx, "invitation.create", async (tx) => {
    await refuseInvited(tx, ctx, email);
    const secretDigest = digestSecret(secret);
    const tenantId = ctx.tenant.id;
    const [invitation] = await tx
      .insert(invitations)
      .values({ id, tenantId, name, email, role, secretDigest, invitedBy, expiresAt, createdAt })
      .returning();
    const isMailed = invitation !== undefined && isMailAvailable();
    if (isMailed) await mailInvitation(tx, ctx, invitation);
    return {
      result: { id, secret, isMailed },
      audit: { type: "invitation", id, tenantId, after: { name, email, role, expiresAt } },
    };
  });
}

/**
 * Mails an open invitation again. All its links work until one is used or it is revoked. For owners.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for an invitation that is closed or has no
 * address, `RATE_LIMITED`, `PROVIDER_NOT_CONFIGURED` without mail
 */
export async function resendInvitation(ctx: TenantContext, invitationId: string): Promise<void> {
  const userId = requireInviter(ctx);
  requireMail();
  await consumeRateLimit("invitation-mail", userId);
  await mutate(ctx, "invitation.resend", async (tx) => {
    const isOne = and(eq(invitations.id, invitationId), eq(invitations.tenantId, ctx.tenant.id));
    const [invitation] = await tx.select().from(invitations).where(isOne).for("update");
    if (!invitation) throw notFound("invitation");
    if (toInvitationState(invitation, ctx.now()) !== "OPEN" || invitation.email === null) {
      throw new AppError("INVALID_TRANSITION", "This invitation can’t be resent. Create a new one.");
    }
    await mailInvitation(tx, ctx, invitation);
    const { email } = invitation;
    return {
      result: undefined,
      audit: { type: "invitation", id: invitationId, tenantId: ctx.tenant.id, after: { email } },
    };
  });
}

function requireInviter(ctx: TenantContext): string {
  requireOwner(ctx);
  requireVerifiedEmail(ctx);
  return requireUser(ctx);
}

/** Refuses the address of a member, and one with an open invitation. Concurrent requests wait for each other. */
async function refuseInvited(tx: Transaction, ctx: TenantContext, email: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${ctx.tenant.id} ${email}`}, 0))`,
  );
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(and(eq(users.email, email), eq(memberships.tenantId, ctx.tenant.id)));
  if (member) throw validationFailed([{ path: "email", message: "is already a member’s email" }]);
  const isOpen = and(
    eq(invitations.email, email),
    eq(invitations.tenantId, ctx.tenant.id),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, ctx.now()),
  );
  if ((await tx.$count(invitations, isOpen)) > 0)
    throw validationFailed([
      { path: "email", message: "already has an open invitation. Resend it, or revoke it first." },
    ]);
}

/**
 * Mails an invitation. The secret of the mailed link is derived from the invitation, so that each mail has the same one and
 * the database has only its digest.
 * @throws AppError `RATE_LIMITED` if the address got too many mails
 */
async function mailInvitation(tx: Transaction, ctx: TenantContext, invitation: Invitation): Promise<void> {
  const { id, name, email, role, expiresAt } = invitation;
  if (email === null) return;
  await requireRoomForMail(tx, ctx, email, "INVITATION");
  const secret = deriveKey(`invitation ${id}`).toString("base64url");
  await tx
    .update(invitations)
    .set({ mailedSecretDigest: digestSecret(secret), mailedAt: ctx.now() })
    .where(eq(invitations.id, id));
  const inviter = ctx.actor.kind === "user" ? ctx.actor.name : "An owner";
  await queueMail(tx, ctx, {
    to: email,
    userId: null,
    kind: "INVITATION",
    message: invitationMessage({ name, inviter, tenant: ctx.tenant.name, role, expiresAt, secret }),
    eventKey: `invitation ${id} ${ctx.newId()}`,
    expiresAt,
  });
}

/** The tenant's invitations, newest first. For owners. @throws AppError `PERMISSION_DENIED` */
export async function listInvitations(ctx: TenantContext, { limit, cursor }: ListInvitations) {
  requireOwner(ctx);
  const acceptor = alias(users, "acceptor");
  const isOfTenant = eq(invitations.tenantId, ctx.tenant.id);
  const [rows, position] = await read(ctx, async (tx) => [
    await tx
      .select({ invitation: invitations, invitedBy: users.name, acceptedBy: acceptor.name })
      .from(invitations)
      .innerJoin(users, eq(users.id, invitations.invitedBy))
      .leftJoin(acceptor, eq(acceptor.id, invitations.acceptedBy))
      .where(and(isOfTenant, olderThan(cursor, invitations.createdAt, invitations.id)))
      .orderBy(desc(invitations.createdAt), desc(invitations.id))
      .limit(limit + 1),
    await readPagePosition(tx, {
      list: tx.select({ key: invitations.createdAt, id: invitations.id }).from(invitations).where(isOfTenant),
      order: "newest-first",
      cursor,
      limit,
    }),
  ]);
  const page = pageOf(rows, limit, ({ invitation }) => [invitation.createdAt, invitation.id]);
  const views = page.shown.map(({ invitation, invitedBy, acceptedBy }) => ({
    id: invitation.id,
    name: invitation.name,
    email: invitation.email,
    role: invitation.role,
    mailedAt: invitation.mailedAt?.toISOString() ?? null,
    state: toInvitationState(invitation, ctx.now()),
    invitedBy,
    acceptedBy,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  }));
  return { invitations: views, isMailAvailable: isMailAvailable(), nextCursor: page.nextCursor, ...position };
}

/**
 * Revokes an open invitation. For owners.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, also for one that was accepted or revoked
 */
export async function revokeInvitation(ctx: TenantContext, invitationId: string): Promise<void> {
  requireOwner(ctx);
  await mutate(ctx, "invitation.revoke", async (tx) => {
    const [invitation] = await tx
      .update(invitations)
      .set({ revokedAt: ctx.now() })
      .where(
        and(
          eq(invitations.id, invitationId),
          eq(invitations.tenantId, ctx.tenant.id),
          isNull(invitations.revokedAt),
          isNull(invitations.acceptedAt),
        ),
      )
      .returning({ name: invitations.name, email: invitations.email, role: invitations.role });
    if (!invitation) throw notFound("pending invitation");
    return {
      result: undefined,
      audit: { type: "invitation", id: invitationId, tenantId: ctx.tenant.id, before: invitation },
    };
  });
}

const createSecret = (): string => randomBytes(32).toString("base64url");

/** Forgets the name and address in the invitations that a deleted account accepted. @returns their ids */
export async function redactInvitations(tx: Transaction, userId: string): Promise<string[]> {
  const accepted = await tx
    .update(invitations)
    .set({ name: null, email: null })
    .where(eq(invitations.acceptedBy, userId))
    .returning({ id: invitations.id });
  return accepted.map(({ id }) => id);
}

/** Digest of an invitation secret. Unsalted SHA-256 is enough for 256 random bits. */
export const digestSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export type Invitation = typeof invitations.$inferSelect;

export function toInvitationState(invitation: Invitation, now: Date): InvitationState {
  if (invitation.acceptedAt) return "ACCEPTED";
  if (invitation.revokedAt) return "REVOKED";
  return invitation.expiresAt <= now ? "EXPIRED" : "OPEN";
}
