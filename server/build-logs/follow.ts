import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { watchLogs } from "./changes.ts";
import type { FollowLog } from "./input.ts";
import { readLog } from "./read.ts";
import type { LogSlice } from "./view.ts";

const PART_BYTES = 262_144;

/**
 * A build's log as it grows, part by part, until it is closed or `signal` aborts. A part may come without text: it tells
 * that the log is closed. Needs `BUILDS_READ`; that it is still there is for whoever passes the parts on to see.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function* followLog(
  ctx: TenantContext,
  { buildId, start, lastEventId }: FollowLog,
  signal: AbortSignal,
): AsyncGenerator<LogSlice> {
  requirePermission(ctx, "BUILDS_READ");
  let at = lastEventId ? Number(lastEventId) : start;
  let isFirst = true;
  for await (const _ of watchLogs((change) => change.buildId === buildId, signal)) {
    for (;;) {
      const slice = await readLog(ctx, { buildId, start: at, limit: PART_BYTES });
      if (slice.end > at || isFirst || !slice.isOpen) yield slice;
      isFirst = false;
      at = slice.end;
      if (!slice.isOpen && at >= slice.sizeBytes) return;
      if (at >= slice.sizeBytes) break;
    }
  }
}
