import type { EntryPoint } from "./entry-points.ts";
import { BUILD_SECRETS } from "./environment.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

export const REPORT_ENDPOINT = "POST /api/builds/webhook/status";

const [USUAL_SECRET] = BUILD_SECRETS.BUILD_SERVER_SECRET;

/** Reports on a build as a worker does; `body` is sent as it is, and no secret at all for null. */
export function sendReport(
  entryPoint: EntryPoint,
  json: unknown,
  { secret = USUAL_SECRET, body }: { secret?: string | null; body?: string } = {},
): Promise<HttpResponse> {
  const headers = { "x-build-secret": secret, "Content-Type": "application/json" };
  return sendRequest(entryPoint, REPORT_ENDPOINT, { json, body, headers });
}
