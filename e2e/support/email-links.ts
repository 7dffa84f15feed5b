import { and, desc, eq } from "drizzle-orm";
import { mails } from "@/db/schema/index.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { sendReset, sendVerification } from "@/server/domains/accounts/email-links/send-links.ts";
import type { MailKind } from "@/shared/vocabulary.ts";

interface LinkJob {
  task: string;
  payload: { linkId: string; userId: string; email: string; cause: "RESET" | "SIGN_UP" };
}

/** Runs the queued jobs that mail links. */
export async function runLinkJobs(): Promise<void> {
  const jobs = await database().systemDb.sql<LinkJob[]>`
    delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
    where task.id = job.task_id and task.identifier in ('send_verification', 'send_reset')
    returning task.identifier as task, job.payload`;
  for (const { task, payload } of jobs) {
    await (task === "send_reset" ? sendReset : sendVerification)(systemContext("mail"), payload);
  }
}

/** Mails to an address, newest first. */
export const mailsTo = (address: string, kind?: MailKind) =>
  database()
    .systemDb.orm.select()
    .from(mails)
    .where(and(eq(mails.toAddress, address), kind && eq(mails.kind, kind)))
    .orderBy(desc(mails.createdAt), desc(mails.id));

/** Secret of the link in the newest mail of a kind to an address, after the queued jobs ran. */
export async function mailedSecret(address: string, kind: MailKind): Promise<string> {
  await runLinkJobs();
  const [mail] = await mailsTo(address, kind);
  const secret = /(?:\?token=|\/invite\/)([\w-]{43})/.exec(mail?.text ?? "")?.[1];
  if (!secret) throw new Error(`no ${kind} was mailed to ${address}`);
  return secret;
}
