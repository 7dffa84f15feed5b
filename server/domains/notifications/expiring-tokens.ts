import { and, gt, isNull, lt, notExists, sql } from "drizzle-orm";
import { apiTokens, domainEvents } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";

const DAY_MS = 86_400_000;
const NOTICE_PERIOD_MS = 7 * DAY_MS;
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
          lt(apiTokens.expiresAt, new Date(now.getTime() + NOTICE_PERIOD_MS)),
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
