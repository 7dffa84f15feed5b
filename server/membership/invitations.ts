import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { invitations, users } from "@/db/schema/index.ts";
import { requireOwner, requireUser } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";
import { olderThan, pageOf, readPagePosition } from "../platform/pagination.ts";
import type { CreateInvitation, ListInvitations } from "./input.ts";
import type { CreatedInvitation, InvitationState, InvitationsPage } from "./view.ts";

const DAY_MS = 86_400_000;

/**
 * Creates a single-use invitation link. The link's secret is returned only here; the database holds its digest.
 * For owners.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function createInvitation(
  ctx: TenantContext,
  { name, role, days }: CreateInvitation,
): Promise<CreatedInvitation> {
  const invitedBy = requireUser(ctx);
  requireOwner(ctx);
  const secret = randomBytes(32).toString("base64url");
  const [id, createdAt] = [ctx.newId(), ctx.now()];
  const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
  return mutate(ctx, "invitation.create", async (tx) => {
    await tx.insert(invitations).values({
      id,
      tenantId: ctx.tenant.id,
      name,
      role,
      secretDigest: digestSecret(secret),
      invitedBy,
      expiresAt,
      createdAt,
    });
    return {
      result: { id, secret },
      audit: { type: "invitation", id, tenantId: ctx.tenant.id, after: { name, role, expiresAt } },
    };
  });
}

/** The tenant's invitations, newest first. For owners. @throws AppError `PERMISSION_DENIED` */
export async function listInvitations(
  ctx: TenantContext,
  { limit, cursor }: ListInvitations,
): Promise<InvitationsPage> {
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
    role: invitation.role,
    state: toInvitationState(invitation, ctx.now()),
    invitedBy,
    acceptedBy,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  }));
  return { invitations: views, nextCursor: page.nextCursor, ...position };
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
      .returning({ name: invitations.name, role: invitations.role });
    if (!invitation) throw notFound("pending invitation");
    return {
      result: undefined,
      audit: { type: "invitation", id: invitationId, tenantId: ctx.tenant.id, before: invitation },
    };
  });
}

/** Digest of an invitation secret. Unsalted SHA-256 is enough for 256 random bits. */
export const digestSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

export function toInvitationState(invitation: typeof invitations.$inferSelect, now: Date): InvitationState {
  if (invitation.acceptedAt) return "ACCEPTED";
  if (invitation.revokedAt) return "REVOKED";
  return invitation.expiresAt <= now ? "EXPIRED" : "OPEN";
}
