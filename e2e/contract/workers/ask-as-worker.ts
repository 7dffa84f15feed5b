import { ask, type Reply } from "../ask.ts";
import type { RouteHandlers } from "../entry-points.ts";
import { BUILD_SECRETS } from "../environment.ts";
import { expectProblem } from "../replies.ts";

const [USUAL_SECRET] = BUILD_SECRETS.BUILD_SERVER_SECRET;

export const NOBODYS_ID = "01900000-0000-7000-8000-0000000000ff";

/** Asks as a build worker does, with the shared secret; with another or none where it is given. */
export function askAsWorker(
  door: RouteHandlers,
  request: string,
  {
    secret = USUAL_SECRET,
    ...asking
  }: { secret?: string | null; json?: unknown; body?: string | Uint8Array<ArrayBuffer> } = {},
): Promise<Reply> {
  return ask(door, request, { ...asking, headers: { "x-build-secret": secret } });
}

/** Every secret that is none is refused alike, without the challenge that tokens get. */
export async function expectSecretNeeded(
  door: RouteHandlers,
  request: string,
  asking: { json?: unknown; body?: string },
) {
  for (const secret of [null, "", "wrong", `${USUAL_SECRET} `.repeat(2)]) {
    const reply = await askAsWorker(door, request, { ...asking, secret });
    expectProblem(reply, 401, "UNAUTHENTICATED");
    if (reply.headers.has("www-authenticate")) throw new Error("a worker is asked for a bearer token");
  }
}
