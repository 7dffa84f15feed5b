import { unsubscribePath } from "@/app/_paths/account.ts";
import { getClientAddress } from "@/server/auth/rate-limits/client-address.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { createContext } from "@/server/core/context.ts";
import { unsubscribe } from "@/server/domains/notifications/unsubscribe.ts";
import { sessionRoute } from "@/server/http/session-route.ts";

type Params = { params: Promise<{ token: string }> };

/** Address of `List-Unsubscribe`, for mail programs without one click: the page with the button. Nothing changes. */
export async function GET(_request: Request, { params }: Params): Promise<Response> {
  return redirectTo(await params);
}

/**
 * Unsubscribing with one click (RFC 8058), without a session: the token in the path is signed. The body says nothing that
 * is needed, and is not read. The form of the page, marked by its query, is sent back to the page.
 */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { token } = await params;
  const isForm = new URL(request.url).searchParams.has("form");
  const post = sessionRoute(async ({ headers }, { requestId }) => {
    await consumeRateLimit("anonymous", getClientAddress(headers));
    await unsubscribe(createContext({ kind: "system", name: "unsubscribe" }, requestId), token);
    return isForm ? redirectTo({ token }) : new Response("Unsubscribed.\n", { headers: PLAIN });
  });
  return post(request);
}

const PLAIN = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };

const redirectTo = ({ token }: { token: string }): Response =>
  new Response(null, { status: 303, headers: { Location: unsubscribePath(token) } });
