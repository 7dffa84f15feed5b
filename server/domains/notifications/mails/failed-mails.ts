import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { mails } from "@/db/schema/index.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import { recordAudits } from "@/server/core/audit.ts";
import { requireRecentAuthentication, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { enqueueMail } from "@/server/mail/queue-mail.ts";
import { requireMail } from "@/server/mail/settings.ts";
import type { MailState } from "@/shared/vocabulary.ts";
import type { FailedMails } from "./input.ts";

/** Mails that one call changes at most, the oldest ones first. */
export const MAX_CHANGED_MAILS = 500;

/** Dismisses failed mails, as after an outage of the mail server. For Super Admins. @returns their number */
export const dismissFailedMails = (ctx: Context, listed: FailedMails): Promise<number> =>
  changeFailedMails(ctx, listed, undefined, async (tx, ids) => {
    await tx.update(mails).set({ state: "DISMISSED" }).where(inArray(mails.id, ids));
    return ["mail.dismiss", "DISMISSED"];
  });

/**
 * Queues failed mails again, except those whose link has expired. For Super Admins after a recent authentication.
 * @returns their number
 * @throws AppError `PERMISSION_DENIED`, `PROVIDER_NOT_CONFIGURED`
 */
export async function sendFailedMailsAgain(ctx: Context, listed: FailedMails): Promise<number> {
  requireRecentAuthentication(requireSuperAdmin(ctx));
  const isWorthSending = or(isNull(mails.expiresAt), gt(mails.expiresAt, ctx.now()));
  return changeFailedMails(ctx, listed, isWorthSending, async (tx, ids) => {
    requireMail();
    await queueAgain(tx, ids);
    return ["mail.send_again", "QUEUED"];
  });
}

/** Queues mails again, with new attempts. */
export async function queueAgain(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(mails)
    .set({ state: "QUEUED", triesUsed: 0, dataEndedAt: null, nextAttemptAt: null })
    .where(inArray(mails.id, ids));
  for (const id of ids) await enqueueMail(tx, id);
}

type Change = (
  tx: Transaction,
  ids: string[],
) => Promise<["mail.dismiss" | "mail.send_again", to: MailState]>;

async function changeFailedMails(
  ctx: Context,
  { to, until }: FailedMails,
  condition: SQL | undefined,
  change: Change,
): Promise<number> {
  const admin = requireSuperAdmin(ctx);
  return withTransaction(admin, async ({ open: { tx } }) => {
    const failed = await tx
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          eq(mails.state, "FAILED"),
          lte(mails.createdAt, new Date(until)),
          to === "" ? undefined : eq(mails.toAddress, foldAddress(to)),
          condition,
        ),
      )
      .orderBy(asc(mails.createdAt), asc(mails.id))
      .limit(MAX_CHANGED_MAILS)
      .for("update", { skipLocked: true });
    if (failed.length === 0) return 0;
    const ids = failed.map(({ id }) => id);
    const [action, state] = await change(tx, ids);
    await recordAudits(
      tx,
      admin,
      action,
      ids.map((id) => toMailAudit(id, "FAILED", state)),
    );
    return ids.length;
  });
}

export const toMailAudit = (id: string, from: MailState, to: MailState) => ({
  type: "mail" as const,
  id,
  tenantId: null,
  before: { state: from },
  after: { state: to },
});
