import type { mails } from "@/db/schema/index.ts";
import { mailSender } from "./settings.ts";

export type StoredMail = Pick<
  typeof mails.$inferSelect,
  "id" | "toAddress" | "subject" | "text" | "html" | "unsubscribeUrl" | "thread" | "createdAt"
>;

/** Mail in the internet message format (RFC 5322), the same on every attempt. */
export async function composeMail(mail: StoredMail): Promise<Buffer> {
  // Loaded late, since it would delay each start.
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const from = mailSender();
  const [, domain = "localhost"] = from.address.split("@");
  const composer = new MailComposer({
    from,
    to: { name: "", address: mail.toAddress },
    subject: mail.subject,
    text: mail.text ?? "",
    html: mail.html ?? "",
    messageId: `<${mail.id}@${domain}>`,
    // All mails of a thread answer a first message that was never sent.
    ...(mail.thread && { inReplyTo: `<${mail.thread}@${domain}>`, references: `<${mail.thread}@${domain}>` }),
    date: mail.createdAt,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(mail.unsubscribeUrl && {
        "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    baseBoundary: mail.id,
  });
  return composer.compile().build();
}
