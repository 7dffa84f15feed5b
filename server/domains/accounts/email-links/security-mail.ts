import type { Transaction } from "@/db/client.ts";
import type { users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import { type SecurityRemedy, securityMessage } from "./mails.ts";

interface SecurityMail {
  user: Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">;
  subject: string;
  /** Change in a sentence or two. */
  text: string;
  /** Advice for a user who did not make the change. Default: to reset the password and check second factors and tokens. */
  remedy?: SecurityRemedy;
  eventKey: string;
}

/** Mails a user that the security of their account changed. An address that is not verified may be someone else's. */
export async function queueSecurityMail(
  tx: Transaction,
  ctx: Pick<Context, "now" | "newId">,
  { user, subject, text, remedy, eventKey }: SecurityMail,
): Promise<void> {
  if (!user.emailVerifiedAt) return;
  const message = securityMessage(subject, [text], remedy);
  await queueMail(tx, ctx, { to: user.email, userId: user.id, kind: "SECURITY", message, eventKey });
}
