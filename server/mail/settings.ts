import { resolve } from "node:path";
import { type AllowList, parseAllowList } from "@/server/core/env/allow-list.ts";
import { env, isMailAvailable } from "@/server/core/env/env.ts";
import { type Mailbox, type MailServer, parseMailbox, parseSmtpUrl } from "@/server/core/env/mail-server.ts";
import { AppError } from "@/shared/errors.ts";

/** Destination of all mails: a server, or files in the data directory. */
export type MailTransport = { server: MailServer; allow: AllowList } | { directory: string };

/** Transport of this process. Null in external mode without `SMTP_URL`. */
export function mailTransport(): MailTransport | null {
  const { SMTP_URL, OUTBOUND_ALLOW_HOSTS, DATA_DIR, mode } = env();
  const server = SMTP_URL === undefined ? null : parseSmtpUrl(SMTP_URL);
  if (server) return { server, allow: parseAllowList(OUTBOUND_ALLOW_HOSTS ?? "") ?? [] };
  return mode === "embedded" ? { directory: resolve(DATA_DIR, "mail") } : null;
}

/**
 * Refuses what cannot be done without mail.
 * @throws AppError `PROVIDER_NOT_CONFIGURED`
 */
export function requireMail(): void {
  if (!isMailAvailable()) {
    throw new AppError("PROVIDER_NOT_CONFIGURED", "This server cannot send email: SMTP_URL is not set.");
  }
}

/** Sender of all mails. */
export const mailSender = (): Mailbox =>
  parseMailbox(env().MAIL_FROM ?? "") ?? { name: "Drydock", address: "drydock@localhost" };
