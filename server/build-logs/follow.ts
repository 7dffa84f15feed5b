import { requirePermission } from "../authorize.ts";
import type { TenantContext, UserActor } from "../context.ts";
import { openTenant } from "../tenants/service.ts";
import { watchLogs } from "./changes.ts";
import type { FollowLog } from "./input.ts";
import { readLog } from "./read.ts";
import type { LogSlice } from "./view.ts";

const PART_BYTES = 262_144;
/** How long a follower's membership is taken for granted. */
const TRUSTED_MS = 2_000;

/**
 * A build's log as it grows, part by part, until it is closed or `signal` aborts. A part may come without text: it tells
 * that the log is closed. Whoever loses the membership on the way gets nothing more. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function* followLog(
  ctx: TenantContext<UserActor>,
  { buildId, start, lastEventId }: FollowLog,
  signal: AbortSignal,
): AsyncGenerator<LogSlice> {
  requirePermission(ctx, "BUILDS_READ");
  let at = lastEventId ? Number(lastEventId) : start;
  let trustedUntil = Date.now() + TRUSTED_MS;
  let isFirst = true;
  for await (const _ of watchLogs((change) => change.buildId === buildId, signal)) {
    for (;;) {
      if (Date.now() > trustedUntil) {
        await openTenant(ctx, ctx.actor.userId, ctx.tenant.slug);
        trustedUntil = Date.now() + TRUSTED_MS;
      }
      const slice = await readLog(ctx, { buildId, start: at, limit: PART_BYTES });
      if (slice.end > at || isFirst || !slice.isOpen) yield slice;
      isFirst = false;
      at = slice.end;
      if (!slice.isOpen && at >= slice.sizeBytes) return;
      if (at >= slice.sizeBytes) break;
    }
  }
}
