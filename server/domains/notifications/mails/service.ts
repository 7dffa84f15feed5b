import { and, desc, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { mails, users } from "@/db/schema/index.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { hasSecretLink } from "@/server/mail/queue-mail.ts";
import { mailTransport, requireMail } from "@/server/mail/settings.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import type { MailKind, MailState } from "@/shared/vocabulary.ts";
import { queueAgain, toMailAudit } from "./failed-mails.ts";
import type { ListMails } from "./input.ts";

type Mail = typeof mails.$inferSelect;

/** One page of all mails, newest first. For Super Admins. */
export async function listMails(ctx: Context, input: ListMails) {
  const admin = requireSuperAdmin(ctx);
  const rows = await read(admin, (tx) =>
    tx
      .select(LISTED)
      .from(mails)
      .where(
        and(
          input.to === "" ? undefined : eq(mails.toAddress, foldAddress(input.to)),
          input.state.length > 0 ? inArray(mails.state, input.state) : undefined,
          olderThan(input.cursor, mails.createdAt, mails.id),
        ),
      )
      .orderBy(desc(mails.createdAt), desc(mails.id))
      .limit(input.limit + 1),
  );
  const { shown, nextCursor } = pageOf(rows, input.limit, ({ createdAt, id }) => [createdAt, id]);
  return { mails: shown.map(toMailView), nextCursor };
}

/** One mail with its text. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getMail(ctx: Context, mailId: string): Promise<MailDetail> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [row] = await tx
      .select({ mail: mails, user: { id: users.id, name: users.name } })
      .from(mails)
      .leftJoin(users, eq(users.id, mails.userId))
      .where(eq(mails.id, mailId));
    if (!row) throw notFound("mail");
    const { mail, user } = row;
    return {
      ...toMailView(mail),
      user,
      text: isReadable(mail) ? mail.text : null,
      canSendAgain: refusalOf(ctx, mail) === null,
      canDismiss: mail.state === "FAILED",
    };
  });
}

/** HTML of a mail. For Super Admins. @throws AppError `NOT_FOUND`, also for a mail with a secret link */
export async function getMailHtml(ctx: Context, mailId: string): Promise<string> {
  const admin = requireSuperAdmin(ctx);
  const [mail] = await read(admin, (tx) => tx.select().from(mails).where(eq(mails.id, mailId)));
  if (!mail?.html || !isReadable(mail)) throw notFound("mail");
  return mail.html;
}

/**
 * Dismisses a failed mail: it no longer counts in the overview, and can still be sent again. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function dismissMail(ctx: Context, mailId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "mail.dismiss", async (tx) => {
    const { state } = await lockMail(tx, mailId);
    if (state !== "FAILED") throw invalidTransition("Only failed emails can be dismissed.");
    await tx.update(mails).set({ state: "DISMISSED" }).where(eq(mails.id, mailId));
    return { result: undefined, audit: toMailAudit(mailId, state, "DISMISSED") };
  });
}

/**
 * Queues a failed or dismissed mail again, with new attempts. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `PROVIDER_NOT_CONFIGURED`
 */
export async function sendMailAgain(ctx: Context, mailId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  requireMail();
  await mutate(admin, "mail.send_again", async (tx) => {
    const mail = await lockMail(tx, mailId);
    const refusal = refusalOf(admin, mail);
    if (refusal !== null) throw invalidTransition(refusal);
    await queueAgain(tx, [mailId]);
    return { result: undefined, audit: toMailAudit(mailId, mail.state, "QUEUED") };
  });
}

async function lockMail(tx: Transaction, mailId: string): Promise<Mail> {
  const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for("update");
  if (!mail) throw notFound("mail");
  return mail;
}

function refusalOf(ctx: Context, { state, expiresAt }: Mail): string | null {
  if (state !== "FAILED" && state !== "DISMISSED") return "Only failed emails can be resent.";
  if (expiresAt !== null && expiresAt <= ctx.now()) return "The link in this email has expired.";
  return null;
}

/**
 * True if a Super Admin may read a mail: its secret link would give access to another account. Embedded mode without a mail
 * server has no other place to read it.
 */
function isReadable({ kind }: Mail): boolean {
  const transport = mailTransport();
  return !hasSecretLink(kind) || (transport !== null && "directory" in transport);
}

const LISTED = {
  id: mails.id,
  kind: mails.kind,
  state: mails.state,
  toAddress: mails.toAddress,
  subject: mails.subject,
  attempts: mails.attempts,
  lastError: mails.lastError,
  nextAttemptAt: mails.nextAttemptAt,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
};

const toMailView = (mail: Pick<Mail, keyof typeof LISTED>): MailView => ({
  id: mail.id,
  kind: mail.kind,
  state: mail.state,
  to: mail.toAddress,
  subject: mail.subject,
  attempts: mail.attempts,
  lastError: mail.lastError,
  nextAttemptAt: mail.nextAttemptAt?.toISOString() ?? null,
  createdAt: mail.createdAt.toISOString(),
  sentAt: mail.sentAt?.toISOString() ?? null,
});

export interface MailView {
  id: string;
  kind: MailKind;
  state: MailState;
  to: string;
  subject: string;
  attempts: number;
  /** Reason for which the last attempt did not succeed. */
  lastError: string | null;
  nextAttemptAt: string | null;
  createdAt: string;
  sentAt: string | null;
}

interface MailDetail extends MailView {
  user: { id: string; name: string } | null;
  /** Null for a mail with a secret link, which a Super Admin must not use either. */
  text: string | null;
  canSendAgain: boolean;
  canDismiss: boolean;
}
