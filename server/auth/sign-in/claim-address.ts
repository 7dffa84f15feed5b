import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";

/** Placeholder of an account without an address, in a domain that receives no mail (RFC 2606). */
export const placeholderAddress = (userId: string, reason: "claimed" | "deleted"): string =>
  `${userId}@${reason}.invalid`;

/**
 * Release of an address to a user who proved that they receive mail at it. An unverified account keeps its data under a
 * placeholder address, loses its sessions, and sees a message at its next sign-in. Otherwise a person could register an
 * address of another one and share the account, or block the address.
 * @returns whether the address is free now; false if a verified account has it
 */
export async function claimAddress(tx: Transaction, ctx: Context, email: string): Promise<boolean> {
  const [holder] = await tx
    .select({ id: users.id, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.email, email))
    .for("update");
  if (!holder) return true;
  if (holder.emailVerifiedAt) return false;
  const placeholder = placeholderAddress(holder.id, "claimed");
  await tx
    .update(users)
    .set({
      email: placeholder,
      claimedEmail: email,
      sessionVersion: sql`${users.sessionVersion} + 1`,
    })
    .where(eq(users.id, holder.id));
  await recordAudit(tx, ctx, "user.lose_address", {
    type: "user",
    id: holder.id,
    tenantId: null,
    before: { email },
    after: { email: placeholder },
  });
  return true;
}
