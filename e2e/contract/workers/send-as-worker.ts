import type { EntryPoint } from "../entry-points.ts";
import { BUILD_SECRETS } from "../environment.ts";
import { expectProblem } from "../expect-response.ts";
import { type HttpResponse, sendRequest } from "../send-request.ts";

const [BUILD_SECRET] = BUILD_SECRETS.BUILD_SERVER_SECRET;

export const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

/** Sends a request of a build worker. `secret: null` sends no secret. */
export function sendAsWorker(
  entryPoint: EntryPoint,
  request: string,
  {
    secret = BUILD_SECRET,
    ...options
  }: { secret?: string | null; json?: unknown; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<HttpResponse> {
  return sendRequest(entryPoint, request, { ...options, headers: { "x-build-secret": secret } });
}

/** Expects 401 without a Bearer challenge for every invalid secret. */
export async function expectSecretRequired(
  entryPoint: EntryPoint,
  request: string,
  options: { json?: unknown; body?: string },
) {
  for (const secret of [null, "", "wrong", `${BUILD_SECRET} `.repeat(2)]) {
    const response = await sendAsWorker(entryPoint, request, { ...options, secret });
    expectProblem(response, 401, "UNAUTHENTICATED");
    if (response.headers.has("www-authenticate")) throw new Error("a worker is asked for a bearer token");
  }
}
