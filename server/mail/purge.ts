import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { mails } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { PURGE_BATCH_SIZE, repeatWithinBudget, retainedSince } from "@/server/core/retention.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import type { MailState } from "@/shared/vocabulary.ts";
import { removeMailFile } from "./mail-files.ts";
import { mailTransport } from "./settings.ts";

const FINAL_STATES: MailState[] = ["SENT", "FAILED", "DISMISSED"];

/** Purges sent, failed and dismissed mails older than `MAIL_RETENTION_DAYS`, with their files. */
export async function purgeMails(ctx: Context): Promise<void> {
  const before = retainedSince(ctx, env().MAIL_RETENTION_DAYS);
  await repeatWithinBudget(() => purgeBatch(ctx, before));
}

/** Deletes the sent, failed and dismissed mails of a user and their address. Returns what removes their files, after the commit. */
export async function deleteMailsOf(
  tx: Transaction,
  { id, email }: { id: string; email: string },
): Promise<() => void> {
  const deleted = await tx
    .delete(mails)
    .where(and(or(eq(mails.userId, id), eq(mails.toAddress, email)), inArray(mails.state, FINAL_STATES)))
    .returning({ id: mails.id });
  return () => removeFiles(deleted);
}

async function purgeBatch(ctx: Context, before: SQL): Promise<boolean> {
  const purged = await writeUnaudited(ctx, (tx) =>
    tx.execute<{ id: string }>(sql`
      delete from mails where id = any(array(
        select id from mails where created_at < ${before} and state in ${FINAL_STATES}
        order by created_at limit ${PURGE_BATCH_SIZE} for update skip locked
      )) returning id`),
  );
  removeFiles(purged);
  return purged.length === PURGE_BATCH_SIZE;
}

function removeFiles(purged: readonly { id: string }[]): void {
  const transport = mailTransport();
  if (transport && "directory" in transport) {
    for (const { id } of purged) removeMailFile(transport.directory, id);
  }
}
