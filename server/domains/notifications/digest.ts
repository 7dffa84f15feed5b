import { and, asc, count, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { digestEntries, mails, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { type NewMail, queueMail, queueMails } from "@/server/mail/queue-mail.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { MINUTE_MS } from "@/shared/time.ts";
import type { NoticeKind } from "@/shared/vocabulary.ts";
import { digestMessage } from "./mails.ts";
import type { NoticeText } from "./notices/draft.ts";
import { loadPreferences } from "./preferences.ts";

/** Notice for one user, as a mail or as an entry of a digest. */
interface MailableNotice extends Omit<NewMail, "expiresAt">, Pick<NoticeText, "title" | "detail" | "path"> {
  userId: string;
  kind: NoticeKind;
}

/** Mails of one kind that a user gets within `DIGEST_WINDOW_MS`; further notices are collected for a digest. */
export const MAX_MAILS_PER_WINDOW = 3;
export const DIGEST_WINDOW_MS = 15 * MINUTE_MS;

/** Mails notices. Bursts of one kind are collected and mailed as one digest after `DIGEST_WINDOW_MS`. */
export async function mailNotices(
  tx: Transaction,
  ctx: Context,
  notices: readonly MailableNotice[],
): Promise<void> {
  if (notices.length === 0 || !isMailAvailable()) return;
  const sent = await countRecentMails(tx, ctx, [...new Set(notices.map(({ userId }) => userId))]);
  const single: MailableNotice[] = [];
  const others: MailableNotice[] = [];
  for (const notice of notices) {
    const key = `${notice.userId} ${notice.kind}`;
    const recent = sent.get(key) ?? 0;
    sent.set(key, recent + 1);
    (recent < MAX_MAILS_PER_WINDOW ? single : others).push(notice);
  }
  await queueMails(tx, ctx, single);
  await collectForDigest(tx, ctx, others);
}

/** Mails and collected notices of the last window, by user and kind. A window with a digest to come is full. */
async function countRecentMails(
  tx: Transaction,
  ctx: Context,
  userIds: string[],
): Promise<Map<string, number>> {
  const since = new Date(ctx.now().getTime() - DIGEST_WINDOW_MS);
  const recent = await tx
    .select({ userId: mails.userId, kind: mails.kind, count: count() })
    .from(mails)
    .where(and(inArray(mails.userId, userIds), gt(mails.createdAt, since)))
    .groupBy(mails.userId, mails.kind);
  const digests = await tx
    .selectDistinct({ userId: digestEntries.userId, kind: digestEntries.kind })
    .from(digestEntries)
    .where(inArray(digestEntries.userId, userIds));
  return new Map([
    ...recent.map(({ userId, kind, count }) => [`${userId} ${kind}`, count] as const),
    ...digests.map(({ userId, kind }) => [`${userId} ${kind}`, MAX_MAILS_PER_WINDOW] as const),
  ]);
}

async function collectForDigest(
  tx: Transaction,
  ctx: Context,
  notices: readonly MailableNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ to: _, message: __, thread: ___, ...row }) => row);
  await tx.insert(digestEntries).values(rows).onConflictDoNothing();
  const runAt = new Date(ctx.now().getTime() + DIGEST_WINDOW_MS);
  const digests = new Map(notices.map(({ userId, kind }) => [`${userId} ${kind}`, { userId, kind }]));
  for (const [key, digest] of digests) {
    await enqueue(tx, "send_digest", digest, { jobKey: `send_digest ${key}`, runAt, keepsRunAt: true });
  }
}

/** Mails the collected notices of one kind to a user, unless they have turned it off meanwhile. */
export async function sendDigest(
  ctx: Context,
  { userId, kind }: { userId: string; kind: NoticeKind },
): Promise<void> {
  await withTransaction(ctx, async ({ open: { tx } }) => {
    const isOwn = and(eq(digestEntries.userId, userId), eq(digestEntries.kind, kind));
    const entries = await tx
      .select()
      .from(digestEntries)
      .where(isOwn)
      .orderBy(asc(digestEntries.sequence))
      .for("update");
    const [first] = entries;
    if (!first) return;
    const sequences = entries.map(({ sequence }) => sequence);
    await tx.delete(digestEntries).where(inArray(digestEntries.sequence, sequences));
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.disabledAt), isNotNull(users.emailVerifiedAt)));
    const preferences = await loadPreferences(tx, [userId]);
    if (!user || !preferences.channelsOf({ userId, kind }).mail) return;
    await queueMail(tx, ctx, {
      to: user.email,
      userId,
      kind,
      message: digestMessage(kind, entries),
      eventKey: `digest ${first.sequence}`,
    });
  });
}
