import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { COMMAND_TIMEOUTS, openDatabase } from "@/db/client.ts";
import { domainEvents, mails } from "@/db/schema/index.ts";
import { systemContext } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { mailUsers } from "@/server/domains/notifications/notify.ts";
import { DAY_MS } from "@/shared/time.ts";
import { composeMail } from "../mail/compose.ts";
import { writeMailFile } from "../mail/mail-files.ts";
import { mailTransport } from "../mail/settings.ts";

const MAX_AGE_MS = 14 * DAY_MS;
const MAILED_EVENTS = [
  "build.failed",
  "build.completed",
  "listing.approved",
  "listing.rejected",
  "listing.suspended",
  "listing.message",
  "rollout.held",
  "billing.payment_failed",
  "security.token_expiring",
] as const;
/** Demo mail that failed, to show the page of a failed mail. */
const FAILURE = "The server replied: 550 5.1.1 The email account does not exist.";
const FAILED_INDEX = 4;

/**
 * Mails of the demo data: those of its events in the last two weeks, stored as sent at that time. No mail server gets
 * them.
 */
export async function seedMails(url: string): Promise<void> {
  const transport = mailTransport();
  if (!transport) return;
  const database = openDatabase(url, 1, COMMAND_TIMEOUTS);
  try {
    const ctx = systemContext("seed", database);
    const sent = await withTransaction(ctx, async ({ open: { tx } }) => {
      const since = new Date(ctx.now().getTime() - MAX_AGE_MS);
      const events = await tx
        .select()
        .from(domainEvents)
        .where(and(inArray(domainEvents.type, [...MAILED_EVENTS]), gt(domainEvents.occurredAt, since)))
        .orderBy(asc(domainEvents.sequence));
      for (const event of events) await mailUsers(tx, { ...ctx, now: () => event.occurredAt }, [event]);
      await tx
        .update(mails)
        .set({ state: "SENT", attempts: 1, sentAt: sql`${mails.createdAt} + interval '2 seconds'` });
      const rows = await tx.select().from(mails).orderBy(asc(mails.createdAt), asc(mails.eventKey));
      const failed = rows[FAILED_INDEX];
      if (failed) {
        await tx
          .update(mails)
          .set({ state: "FAILED", sentAt: null, lastError: FAILURE })
          .where(eq(mails.id, failed.id));
      }
      return rows.filter((row) => row !== failed);
    });
    if ("server" in transport) return;
    for (const mail of sent) writeMailFile(transport.directory, mail.id, await composeMail(mail));
  } finally {
    await database.close();
  }
}
