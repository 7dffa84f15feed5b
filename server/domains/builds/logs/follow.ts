import { requirePermission } from "@/server/core/authorize.ts";
import { createBroadcast } from "@/server/core/broadcast.ts";
import type { TenantContext } from "@/server/core/context.ts";
import type { FollowLog } from "./input.ts";
import { readLog } from "./read.ts";
import type { LogSlice } from "./view.ts";

/** Change notification: a log grew or was closed. Followers read on. */
export interface LogChange {
  buildId: string;
}

const { announce, watch } = createBroadcast<LogChange>("drydock_build_logs", ({ buildId }) => buildId);

export const announceLog = announce;

const SLICE_BYTES = 262_144;

/**
 * Stream of a build's log, slice by slice, until the log is closed or `signal` aborts. A slice without text reports that
 * the log is closed. Needs `BUILDS_READ`; the caller checks that the permission persists.
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
  for await (const _ of watch((change) => change.buildId === buildId, signal)) {
    for (;;) {
      const slice = await readLog(ctx, { buildId, start: at, limit: SLICE_BYTES });
      if (slice.end > at || isFirst || !slice.isOpen) yield slice;
      isFirst = false;
      at = slice.end;
      if (!slice.isOpen && at >= slice.sizeBytes) return;
      if (at >= slice.sizeBytes) break;
    }
  }
}
