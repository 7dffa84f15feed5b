import type { EntryPoint } from "./entry-points.ts";
import { BUILD_SECRETS } from "./environment.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

export const REPORT_ENDPOINT = "POST /api/builds/webhook/status";

const [BUILD_SECRET] = BUILD_SECRETS.BUILD_SERVER_SECRET;

/** Sends a worker's report. `secret: null` sends no secret; `body` is a raw body. */
export function sendReport(
  entryPoint: EntryPoint,
  json: unknown,
  { secret = BUILD_SECRET, body }: { secret?: string | null; body?: string } = {},
): Promise<HttpResponse> {
  const headers = { "x-build-secret": secret, "Content-Type": "application/json" };
  return sendRequest(entryPoint, REPORT_ENDPOINT, { json, body, headers });
}
