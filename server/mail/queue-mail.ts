import { and, desc, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { mailboxOf, mails } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { AppError } from "@/shared/errors.ts";
import { DAY_MS, HOUR_MS } from "@/shared/time.ts";
import { type MailKind, NOTICE_KINDS, type NoticeKind } from "@/shared/vocabulary.ts";
import { enqueue, enqueueEach } from "../queue/enqueue.ts";
import type { MailMessage } from "./render.ts";
import { renderMail } from "./render.ts";
import { createUnsubscribeLinks } from "./unsubscribe-token.ts";

/** Mail of one event to one recipient. */
export interface NewMail {
  to: string;
  /** User behind the address. Null if there is none, such as for an invitation. */
  userId: string | null;
  kind: MailKind;
  message: MailMessage;
  /** Event and recipient. A key that has a mail already gets no second one. */
  eventKey: string;
  /** Time after which the mail is not sent, such as the expiry of its link. */
  expiresAt?: Date;
  /** Conversation that mail programs show the mail in, such as `listing.{id}`. Its mails need the same subject. */
  thread?: string | undefined;
}

/**
 * Queues a mail in the caller's transaction, at any scope. Its content is fixed now; mails of a kind that the user can
 * turn off get an unsubscribe link. Nothing is queued if mail is not available: what depends on mail calls `requireMail`.
 */
export async function queueMail(
  tx: Transaction,
  ctx: Pick<Context, "now" | "newId">,
  mail: NewMail,
): Promise<void> {
  await queueMails(tx, ctx, [mail]);
}

/**
 * Kinds of mails that anyone can have sent to an address. Invitations have a limit of their own: their refusal is visible, and
 * would tell whether the address has an account that got links.
 */
const KINDS_BY_OTHERS = {
  LINK: ["VERIFY_ADDRESS", "RESET_PASSWORD"],
  INVITATION: ["INVITATION"],
} satisfies Record<string, MailKind[]>;
/** Limits of each of these to one mailbox, from all accounts and workspaces together. */
export const MAX_MAILS_PER_RECEIVER = { hour: 10, day: 30 };

/**
 * Time from which an address may get another mail that anyone can have sent to it, or null for now. Locks its mailbox until
 * the transaction ends, so that concurrent requests count each other.
 */
export async function findMailWait(
  tx: Transaction,
  ctx: Pick<Context, "now">,
  address: string,
  kind: keyof typeof KINDS_BY_OTHERS,
): Promise<Date | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail ' || ${mailboxOf(address)}, 0))`);
  const now = ctx.now().getTime();
  const sent = await tx
    .select({ at: mails.createdAt })
    .from(mails)
    .where(
      and(
        sql`${mailboxOf(mails.toAddress)} = ${mailboxOf(address)}`,
        inArray(mails.kind, KINDS_BY_OTHERS[kind]),
        gt(mails.createdAt, new Date(now - DAY_MS)),
      ),
    )
    .orderBy(desc(mails.createdAt))
    .limit(MAX_MAILS_PER_RECEIVER.day);
  const endOf = (max: number, period: number) => (sent[max - 1]?.at.getTime() ?? now - period) + period;
  const { hour, day } = MAX_MAILS_PER_RECEIVER;
  const wait = Math.max(endOf(hour, HOUR_MS), endOf(day, DAY_MS));
  return wait > now ? new Date(wait) : null;
}

/** @throws AppError `RATE_LIMITED` with the time from which the address may get another mail of others */
export async function requireRoomForMail(...args: Parameters<typeof findMailWait>): Promise<void> {
  const wait = await findMailWait(...args);
  if (!wait) return;
  const [, ctx, address] = args;
  const detail = `Too many emails were sent to ${address}. Try again at ${wait.toISOString()}.`;
  const retryAfterSeconds = Math.ceil((wait.getTime() - ctx.now().getTime()) / 1000);
  throw new AppError("RATE_LIMITED", detail, { retryAfterSeconds });
}

/** Mails in one statement: bounds its size. */
const INSERT_BATCH_SIZE = 100;

/** Queues many mails like {@link queueMail}. */
export async function queueMails(
  tx: Transaction,
  ctx: Pick<Context, "now" | "newId">,
  queued: readonly NewMail[],
): Promise<void> {
  if (!isMailAvailable()) return;
  for (let start = 0; start < queued.length; start += INSERT_BATCH_SIZE) {
    const rows = queued.slice(start, start + INSERT_BATCH_SIZE).map((mail) => toRow(ctx, mail));
    const inserted = await tx
      .insert(mails)
      .values(rows)
      .onConflictDoNothing({ target: mails.eventKey })
      .returning({ id: mails.id });
    if (inserted.length === 0) continue;
    await enqueueEach(
      tx,
      "send_mail",
      inserted.map(({ id }) => ({ payload: { mailId: id }, jobKey: jobKeyOf(id), queueName: queueOf(id) })),
    );
  }
}

function toRow(
  ctx: Pick<Context, "now" | "newId">,
  { to, userId, kind, message, eventKey, expiresAt, thread }: NewMail,
): typeof mails.$inferInsert {
  const unsubscribe = userId !== null && isNoticeKind(kind) ? createUnsubscribeLinks({ userId, kind }) : null;
  return {
    id: ctx.newId(),
    eventKey,
    kind,
    userId,
    toAddress: to,
    ...renderMail(message, unsubscribe?.page ?? null),
    unsubscribeUrl: unsubscribe?.endpoint ?? null,
    expiresAt: expiresAt ?? null,
    thread: thread ?? null,
    createdAt: ctx.now(),
  };
}

/** Queues another attempt of a mail. */
export async function enqueueMail(tx: Transaction, mailId: string, runAt?: Date): Promise<void> {
  const options = { jobKey: jobKeyOf(mailId), queueName: queueOf(mailId), ...(runAt && { runAt }) };
  await enqueue(tx, "send_mail", { mailId }, options);
}

/** Condition of mails that were made before a moment and are not sent yet. */
export const isQueuedBefore = (before: Date): SQL | undefined =>
  and(inArray(mails.state, ["QUEUED", "SENDING"]), lt(mails.createdAt, before));

/** Dismisses the mails that were made before a moment and are not sent yet. @returns their ids */
export const dismissQueuedMails = (tx: Transaction, before: Date): Promise<{ id: string }[]> =>
  tx
    .update(mails)
    .set({ state: "DISMISSED", nextAttemptAt: null })
    .where(isQueuedBefore(before))
    .returning({ id: mails.id });

/** Number of mails that are sent at once. More would take slots of the job runner from other jobs. */
const MAIL_QUEUES = 2;

const jobKeyOf = (mailId: string): string => `send_mail ${mailId}`;
const queueOf = (mailId: string): string => `mail ${Number.parseInt(mailId.slice(-1), 16) % MAIL_QUEUES}`;

const isNoticeKind = (kind: MailKind): kind is NoticeKind => NOTICE_KINDS.some((one) => one === kind);

/** True if mails of this kind hold a link that gives access. Such a mail is not kept once a server has it. */
export const hasSecretLink = (kind: MailKind): boolean => kind !== "SECURITY" && !isNoticeKind(kind);
