import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { queueSecurityMail } from "../email-links/security-mail.ts";

/**
 * Mail to a user about a change of their second factors, in the transaction of the change.
 * @param detail what changed, as a sentence
 */
export async function mailSecurityNotice(
  tx: Transaction,
  ctx: Context,
  { id }: { id: string },
  subject: string,
  detail: string,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  if (!user) return;
  const eventKey = `second factor ${ctx.newId()}`;
  await queueSecurityMail(tx, ctx, { user, subject, text: detail, eventKey });
}
