import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { emailLinks, memberships, tenants, users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { type AccountAccess, readAccess } from "@/server/auth/sign-in/account-access.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { AppError } from "@/shared/errors.ts";
import { HOUR_MS, MINUTE_MS } from "@/shared/time.ts";
import type { EmailLinkKind } from "@/shared/vocabulary.ts";

/** Lifetimes of links. A reset link gives the most, so it has the least time. */
export const EMAIL_LINK_TTL_MS: Record<EmailLinkKind, number> = {
  RESET_PASSWORD: 30 * MINUTE_MS,
  CHANGE_EMAIL: 24 * HOUR_MS,
  VERIFY_EMAIL: 72 * HOUR_MS,
};

const PATHS: Record<EmailLinkKind, string> = {
  RESET_PASSWORD: "/reset-password",
  CHANGE_EMAIL: "/verify-email",
  VERIFY_EMAIL: "/verify-email",
};

export type EmailLink = typeof emailLinks.$inferSelect;
export type NewEmailLink = Pick<EmailLink, "id" | "userId" | "kind" | "email">;

/** Digest of a link's secret. Unsalted SHA-256 is enough for 256 random bits. */
export const digestLinkSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/**
 * Creates a link. Its path, with the secret in the query, is returned only here.
 * @param id of the link; null is returned if it exists, so that a repeated job makes no second one
 */
export async function createEmailLink(
  tx: Transaction,
  ctx: Pick<Context, "now">,
  { id, userId, kind, email }: NewEmailLink,
): Promise<{ path: string; expiresAt: Date } | null> {
  const secret = randomBytes(32).toString("base64url");
  const createdAt = ctx.now();
  const expiresAt = new Date(createdAt.getTime() + EMAIL_LINK_TTL_MS[kind]);
  const values = { id, userId, kind, email, secretDigest: digestLinkSecret(secret), expiresAt, createdAt };
  const created = await tx.insert(emailLinks).values(values).onConflictDoNothing().returning();
  return created.length > 0 ? { path: `${PATHS[kind]}?token=${secret}`, expiresAt } : null;
}

/** Link by its secret that is unused and not expired, or null. */
export async function findEmailLink(
  tx: Reader,
  ctx: Pick<Context, "now">,
  secret: string,
): Promise<EmailLink | null> {
  const [link] = await tx
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.secretDigest, digestLinkSecret(secret)), isNull(emailLinks.usedAt)));
  return link && link.expiresAt > ctx.now() ? link : null;
}

/**
 * Uses a link up, with all other open links of its user of that kind. Locks the user first, so of concurrent uses one wins.
 * @throws AppError `NOT_FOUND`
 */
export async function useEmailLink(
  tx: Transaction,
  ctx: Pick<Context, "now">,
  link: EmailLink,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, link.userId)).for("update");
  const isOpen = and(eq(emailLinks.id, link.id), isNull(emailLinks.usedAt));
  if ((await tx.$count(emailLinks, isOpen)) === 0) throw linkNotFound();
  await endEmailLinks(tx, ctx, link.userId, link.kind);
}

/** Ends the open links of a user of one kind. */
export async function endEmailLinks(
  tx: Transaction,
  ctx: Pick<Context, "now">,
  userId: string,
  kind: EmailLinkKind,
): Promise<number> {
  const ended = await tx
    .update(emailLinks)
    .set({ usedAt: ctx.now() })
    .where(and(eq(emailLinks.userId, userId), eq(emailLinks.kind, kind), isNull(emailLinks.usedAt)))
    .returning({ id: emailLinks.id });
  return ended.length;
}

/** One error for every link that cannot be used, so that a guess learns nothing. */
export const linkNotFound = () =>
  new AppError("NOT_FOUND", "This link is no longer valid. It may have expired or been used.");

/** Deletes links that expired a week ago. */
export async function purgeEmailLinks(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - 7 * 24 * HOUR_MS);
  await ctx.db.systemDb.orm.delete(emailLinks).where(lt(emailLinks.expiresAt, before));
}

/**
 * Link by its secret, for the page that it opens. Rate-limited by client address.
 * @throws AppError `NOT_FOUND`, `RATE_LIMITED`
 */
export async function getEmailLink(ctx: Context, token: string, address: string): Promise<EmailLinkView> {
  await consumeRateLimit("email-link-address", address);
  return read(ctx, async (tx) => {
    const link = await findEmailLink(tx, ctx, token);
    const [user] = link ? await tx.select().from(users).where(eq(users.id, link.userId)) : [];
    if (!link || !user || user.disabledAt) throw linkNotFound();
    if (link.kind !== "CHANGE_EMAIL" && user.email !== link.email) throw linkNotFound();
    const { kind, email, userId } = link;
    const isVerified = user.emailVerifiedAt !== null;
    const access = kind === "RESET_PASSWORD" && isVerified ? await readAccess(tx, ctx, userId) : null;
    const unverified =
      kind === "RESET_PASSWORD" && !isVerified
        ? { createdAt: user.createdAt.toISOString(), workspaces: await listWorkspaceNames(tx, userId) }
        : null;
    return { kind, email, userId, isVerified, access, unverified, canEndFactors: user.platformRole === null };
  });
}

async function listWorkspaceNames(tx: Reader, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: tenants.name })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(eq(memberships.userId, userId))
    .orderBy(tenants.name);
  return rows.map(({ name }) => name);
}

/** Mailed link, as its page shows it. */
interface EmailLinkView {
  kind: EmailLinkKind;
  email: string;
  userId: string;
  /** True if the account verified its address. */
  isVerified: boolean;
  /** For a reset of a verified account: what it can end besides the sessions. */
  access: Pick<AccountAccess, "tokens" | "passkeys" | "hasTotp"> | null;
  /** For a reset of an account that never verified its address: what is kept or left behind. */
  unverified: { createdAt: string; workspaces: string[] } | null;
  /** True if second factors can be ended: not those of Super Admins, for whom a mailbox must not suffice. */
  canEndFactors: boolean;
}
