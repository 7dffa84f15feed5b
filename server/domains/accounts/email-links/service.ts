import { eq } from "drizzle-orm";
import { users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { findEmailLink, linkNotFound } from "./links.ts";
import type { EmailLinkView } from "./view.ts";

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
    return { kind, email, userId, isVerified: user.emailVerifiedAt !== null };
  });
}
