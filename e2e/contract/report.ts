import { ask, type Reply } from "./ask.ts";
import type { RouteHandlers } from "./entry-points.ts";
import { BUILD_SECRETS } from "./environment.ts";

export const REPORT = "POST /api/builds/webhook/status";

const [USUAL_SECRET] = BUILD_SECRETS.BUILD_SERVER_SECRET;

/** Reports on a build as a worker does; `body` is sent as it is, and no secret at all for null. */
export function report(
  door: RouteHandlers,
  json: unknown,
  { secret = USUAL_SECRET, body }: { secret?: string | null; body?: string } = {},
): Promise<Reply> {
  const headers = { "x-build-secret": secret, "Content-Type": "application/json" };
  return ask(door, REPORT, { json, body, headers });
}
