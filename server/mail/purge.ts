import { and, eq, inArray, or } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { mails } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { MailState } from "@/shared/vocabulary.ts";
import { removeMailFile } from "./mail-files.ts";
import { mailTransport } from "./settings.ts";

const PURGE_BATCH_SIZE = 500;
const FINAL_STATES: MailState[] = ["SENT", "FAILED", "DISMISSED"];

/** Purges sent, failed and dismissed mails older than `MAIL_RETENTION_DAYS`, with their files. */
export async function purgeMails(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - env().MAIL_RETENTION_DAYS * DAY_MS).toISOString();
  while ((await purgeBatch(ctx, before)) === PURGE_BATCH_SIZE);
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

async function purgeBatch(ctx: Context, before: string): Promise<number> {
  const { sql } = ctx.db.systemDb;
  const purged = await sql<{ id: string }[]>`
    delete from mails where id in (
      select id from mails where created_at < ${before}::timestamptz and state in ${sql(FINAL_STATES)}
      order by created_at limit ${PURGE_BATCH_SIZE} for update skip locked
    ) returning id`;
  removeFiles(purged);
  return purged.length;
}

function removeFiles(purged: readonly { id: string }[]): void {
  const transport = mailTransport();
  if (transport && "directory" in transport) {
    for (const { id } of purged) removeMailFile(transport.directory, id);
  }
}
