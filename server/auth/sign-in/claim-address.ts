import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import {
  authenticationChallenges,
  emailLinks,
  invitations,
  userIdentities,
  users,
} from "@/db/schema/index.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { endFactors, endTokens, nextSessionVersion, readAccess } from "./account-access.ts";

/** Placeholder of an account without an address, in a domain that receives no mail (RFC 2606). */
export const placeholderAddress = (userId: string, reason: "claimed" | "deleted"): string =>
  `${userId}@${reason}.invalid`;

/** Access that a claim ended, for the audit log. */
export type EndedAccess = { sessions: number; apiTokens: number; totp: boolean; passkeys: number };

/**
 * Proof of an address by another person than the one who created its account: by its owner's link, a provider, a Super
 * Admin or an operator. Every such entry point calls this. Otherwise a person could register an address of another one
 * and share the account, or block the address.
 *
 * Of an unverified account it ends all sessions, API tokens, second factors, providers, links, invitations and the
 * platform role. By default the account then keeps its data and password under a placeholder address, and sees a message at
 * its next sign-in. With `HAND_OVER` it keeps the address, verified, and its data, and loses the password.
 * @returns whether a verified account has the address, which is then left alone; and what ended, null for nothing
 */
export async function claimAddress(
  tx: Transaction,
  ctx: Context,
  email: string,
  mode: "RELEASE" | "HAND_OVER" = "RELEASE",
): Promise<{ isVerified: boolean; ended: EndedAccess | null }> {
  const [holder] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  if (!holder || holder.emailVerifiedAt) return { isVerified: Boolean(holder), ended: null };
  const { id } = holder;
  const ended = await endAccess(tx, ctx, id);
  if (mode === "HAND_OVER") {
    await tx.update(users).set({ emailVerifiedAt: ctx.now(), passwordHash: null }).where(eq(users.id, id));
    return { isVerified: false, ended };
  }
  const placeholder = placeholderAddress(id, "claimed");
  await tx.update(users).set({ email: placeholder, claimedEmail: email }).where(eq(users.id, id));
  const before = { email, ...ended };
  const audit = { type: "user" as const, id, tenantId: null, before, after: { email: placeholder } };
  await recordAudit(tx, ctx, "user.lose_address", audit);
  return { isVerified: false, ended };
}

async function endAccess(tx: Transaction, ctx: Context, userId: string): Promise<EndedAccess> {
  const { sessions } = await readAccess(tx, ctx, userId);
  const apiTokens = await endTokens(tx, ctx, userId);
  const factors = await endFactors(tx, userId, ["totp", "passkeys"]);
  await tx.delete(userIdentities).where(eq(userIdentities.userId, userId));
  await tx.delete(authenticationChallenges).where(eq(authenticationChallenges.userId, userId));
  const now = ctx.now();
  await tx
    .update(emailLinks)
    .set({ usedAt: now })
    .where(and(eq(emailLinks.userId, userId), isNull(emailLinks.usedAt)));
  await tx
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(eq(invitations.invitedBy, userId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    );
  await tx
    .update(users)
    .set({ platformRole: null, sessionVersion: nextSessionVersion })
    .where(eq(users.id, userId));
  return { sessions, apiTokens, ...factors };
}
