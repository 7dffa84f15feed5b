import { log } from "@/server/core/log.ts";

/** Trace context of W3C: version, trace id, parent id and flags. Ids of zeros alone, and version ff, are invalid. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Log field of the trace that a request belongs to; none without a valid `traceparent`. */
export function traceField(traceparent: string | null | undefined): { traceId?: string } {
  const [, traceId] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  return traceId ? { traceId } : {};
}

/** Answered request. `path` is a pattern or holds no secret, and there is no query. */
interface Access {
  requestId: string;
  method: string;
  path: string;
  status: number;
  traceId?: string;
  [field: string]: unknown;
}

/** Line of the access log, at level `info`. `fieldsOf` runs only if it is written. */
export function logAccess(startedAt: number, fieldsOf: () => Access): void {
  if (!log().isLevelEnabled("info")) return;
  log().info({ ...fieldsOf(), durationMs: Math.round(performance.now() - startedAt) }, "answered");
}
