import { setTimeout as delay } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import ipaddr from "ipaddr.js";
import { mails } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { log } from "@/server/core/log.ts";
import { countMail } from "@/server/core/metrics.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { isTakenOver } from "@/server/queue/job-attempts.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/shared/time.ts";
import { composeMail } from "./compose.ts";
import { writeMailFile } from "./mail-files.ts";
import { enqueueMail, hasSecretLink } from "./queue-mail.ts";
import { type MailTransport, mailSender, mailTransport } from "./settings.ts";
import { type SmtpResult, sendBySmtp } from "./smtp.ts";

type Mail = typeof mails.$inferSelect;

/**
 * Attempt to send a mail, which is sent at most once. After a crash, the attempt is repeated only if the server cannot
 * have accepted the mail, because the end of the content was not sent. Otherwise the mail fails, and a Super Admin
 * decides whether to retry it. Of two concurrent attempts, the older one does not send the end.
 */
export async function sendMail(
  ctx: Context,
  mailId: string,
  transport: MailTransport | null = mailTransport(),
): Promise<void> {
  const mail = await startAttempt(ctx, mailId);
  if (!mail) return;
  const result = await deliver(ctx, mail, transport);
  await withRetries(() => finishAttempt(ctx, mail, result, transport));
}

function startAttempt(ctx: Context, mailId: string): Promise<Mail | null> {
  return withTransaction(ctx, async ({ open: { tx } }) => {
    const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for("update");
    if (!mail || mail.state === "SENT" || mail.state === "FAILED") return null;
    const failure =
      mail.dataEndedAt !== null
        ? "The process ended before the server confirmed that it accepted the email. It may have arrived."
        : mail.expiresAt !== null && mail.expiresAt <= ctx.now()
          ? "The link in the email expired before it could be sent."
          : null;
    if (failure !== null) {
      await tx
        .update(mails)
        .set({ state: "FAILED", lastError: failure, nextAttemptAt: null })
        .where(eq(mails.id, mailId));
      countMail("failed");
      return null;
    }
    const [started] = await tx
      .update(mails)
      .set({
        state: "SENDING",
        attempts: mail.attempts + 1,
        triesUsed: mail.triesUsed + 1,
        nextAttemptAt: null,
      })
      .where(eq(mails.id, mailId))
      .returning();
    return started ?? null;
  });
}

async function deliver(ctx: Context, mail: Mail, transport: MailTransport | null): Promise<SmtpResult> {
  if (transport === null) return { outcome: "REFUSED", message: "SMTP_URL is not set." };
  const content = await composeMail(mail);
  if ("directory" in transport) {
    writeMailFile(transport.directory, mail.id, content);
    return { outcome: "ACCEPTED" };
  }
  return sendBySmtp(
    { ...transport, clientName: toClientName(new URL(publicOrigin()).hostname) },
    {
      from: mailSender().address,
      to: mail.toAddress,
      content,
      beforeEnd: () => stampDataEnd(ctx, mail),
    },
  );
}

/**
 * Name of this host for `EHLO`: its domain, or an address literal (RFC 5321, 4.1.3). Servers refuse bare addresses, and names
 * without a dot.
 */
export function toClientName(hostname: string): string {
  const address = hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(address)) return hostname.includes(".") ? hostname : "[127.0.0.1]";
  return ipaddr.parse(address).kind() === "ipv6" ? `[IPv6:${address}]` : `[${address}]`;
}

/** @throws Error if another attempt has begun */
async function stampDataEnd(ctx: Context, mail: Mail): Promise<void> {
  const stamped = await withTransaction(ctx, ({ open: { tx } }) =>
    tx
      .update(mails)
      .set({ dataEndedAt: ctx.now() })
      .where(isCurrentAttempt(mail))
      .returning({ id: mails.id }),
  );
  if (stamped.length === 0) throw new Error("another attempt to send this mail has begun");
}

const isCurrentAttempt = ({ id, attempts }: Mail) =>
  and(eq(mails.id, id), eq(mails.state, "SENDING"), eq(mails.attempts, attempts));

async function finishAttempt(
  ctx: Context,
  mail: Mail,
  result: SmtpResult,
  transport: MailTransport | null,
): Promise<void> {
  await withTransaction(ctx, async ({ open: { tx } }) => {
    const change = planChange(ctx, mail, result, transport);
    const changed = await tx
      .update(mails)
      .set(change)
      .where(isCurrentAttempt(mail))
      .returning({ id: mails.id });
    if (changed.length === 0) return;
    if (change.nextAttemptAt) await enqueueMail(tx, mail.id, change.nextAttemptAt);
    countMail(change.state === "SENT" ? "sent" : change.state === "QUEUED" ? "postponed" : "failed");
    if (change.state === "FAILED") log().warn({ mailId: mail.id, reason: change.lastError }, "a mail failed");
  });
}

function planChange(
  ctx: Context,
  mail: Mail,
  result: SmtpResult,
  transport: MailTransport | null,
): Partial<Mail> & Pick<Mail, "state"> {
  if (result.outcome === "ACCEPTED") {
    const isSecret = hasSecretLink(mail.kind) && transport !== null && "server" in transport;
    return {
      state: "SENT",
      sentAt: ctx.now(),
      lastError: null,
      dataEndedAt: null,
      ...(isSecret && { text: null, html: null }),
    };
  }
  const nextAttemptAt = result.outcome === "POSTPONED" ? planRetry(mail, ctx.now()) : null;
  return {
    state: nextAttemptAt ? "QUEUED" : "FAILED",
    nextAttemptAt,
    lastError: result.message,
    ...(result.outcome !== "UNKNOWN" && { dataEndedAt: null }),
  };
}

/** Delays before the second, third, … attempt. Servers that use greylisting accept the mail after some minutes. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
];

/** Time of the next attempt. Null after the last one, or if the mail expires before. */
function planRetry(
  { triesUsed, expiresAt }: { triesUsed: number; expiresAt: Date | null },
  now: Date,
): Date | null {
  const delayMs = RETRY_DELAYS_MS[triesUsed - 1];
  if (delayMs === undefined) return null;
  const at = new Date(now.getTime() + delayMs);
  return expiresAt !== null && at >= expiresAt ? null : at;
}

const MAX_WRITE_ATTEMPTS = 20;
const WRITE_RETRY_MS = 1_000;

/** Retry of a write that must not be lost while the database is unavailable. */
async function withRetries(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === MAX_WRITE_ATTEMPTS || isTakenOver(error)) throw error;
      await delay(WRITE_RETRY_MS);
    }
  }
}
