import { and, gt, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { apiTokens, domainEvents } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { formatDay, formatMinute } from "@/server/mail/render.ts";
import { TOKEN_WARNING_MS } from "@/shared/time.ts";
import { joinSubjects, subjectsOf, type ToNotices } from "./draft.ts";

const TOKEN_BATCH_SIZE = 500;

/** Records one event per token that expires within a week. Tokens with a lifetime below two weeks are skipped. */
export async function recordExpiringTokens(ctx: Context): Promise<void> {
  await withTransaction(ctx, async ({ open: { tx } }) => {
    const now = ctx.now();
    const tokens = await tx
      .select()
      .from(apiTokens)
      .where(
        and(
          isNull(apiTokens.revokedAt),
          gt(apiTokens.expiresAt, now),
          lt(apiTokens.expiresAt, new Date(now.getTime() + TOKEN_WARNING_MS)),
          sql`${apiTokens.expiresAt} - ${apiTokens.createdAt} >= interval '14 days'`,
          notExists(
            tx
              .select({ id: domainEvents.id })
              .from(domainEvents)
              .where(
                and(
                  sql`${domainEvents.subjectId} = ${apiTokens.id}`,
                  sql`${domainEvents.type} = 'security.token_expiring'`,
                ),
              ),
          ),
        ),
      )
      .limit(TOKEN_BATCH_SIZE)
      .for("update", { skipLocked: true });
    for (const { id, tenantId, userId, name, permissions, expiresAt } of tokens) {
      await recordEvent(tx, ctx, {
        type: "security.token_expiring",
        tenantId,
        subjectId: id,
        data: { tokenId: id, userId, name, permissions, expiresAt: expiresAt.toISOString() },
      });
    }
  });
}

export const toExpiryNotices: ToNotices<"security.token_expiring"> = async (tx, events) => {
  const rows = await tx
    .select({ id: apiTokens.id, lastFour: apiTokens.lastFour })
    .from(apiTokens)
    .where(inArray(apiTokens.id, subjectsOf(events)));
  return joinSubjects(events, rows).map(([event, { lastFour }]) => {
    const { name, userId } = event.data;
    const expiresAt = new Date(event.data.expiresAt);
    return {
      event,
      kind: "TOKEN_EXPIRING",
      title: `API token ${name} expires soon`,
      detail: `Expires on ${formatDay(expiresAt)}. Create a new token before then.`,
      path: "/settings/tokens",
      action: "View API tokens",
      author: { userId, reason: "you created the token" },
      mail: {
        paragraphs: [
          `The API token ${name} (…${lastFour}) expires on ${formatMinute(expiresAt)}. Requests with it fail from then on.`,
          "Create a new token, replace the old one where it is used, and revoke it.",
        ],
      },
    };
  });
};
