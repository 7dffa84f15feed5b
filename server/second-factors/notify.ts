import type { Transaction } from "@/db/client.ts";
import { queueMail } from "../mail/queue-mail.ts";
import type { Context } from "../platform/context.ts";

/**
 * Mail to a user about a change of their second factors, in the transaction of the change.
 * @param detail what changed, as a sentence
 */
export async function mailSecurityNotice(
  tx: Transaction,
  ctx: Context,
  user: { id: string; email: string },
  subject: string,
  detail: string,
): Promise<void> {
  await queueMail(tx, ctx, {
    to: user.email,
    userId: user.id,
    kind: "SECURITY",
    eventKey: `second factor ${ctx.newId()}`,
    message: {
      subject,
      heading: subject,
      paragraphs: [
        detail,
        "If this wasn’t you, change your password and review your second factors. That ends all other sessions.",
      ],
      action: { label: "Review security", path: "/account/security" },
      reason: "the security of your Drydock account changed",
    },
  });
}
