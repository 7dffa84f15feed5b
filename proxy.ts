import { type NextRequest, NextResponse } from "next/server";
import { signInPath } from "./app/_paths/account.ts";
import { requestIdOf } from "./server/http/problem.ts";
import { pagePolicy } from "./server/http/server/content-security-policy.ts";
import { SECURITY_HEADERS } from "./server/http/server/security-headers.ts";
import { checkPageAccess, SECOND_FACTOR_PATH } from "./server/pages/page-gate.ts";
import { renderUnavailablePage } from "./server/pages/unavailable-page.ts";

/**
 * Middleware of all pages: security headers with a nonce, which Next reads from the request and puts on its scripts, and
 * the access check that sets the status of a page. Services authorize on their own.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = pagePolicy(nonce, process.env.NODE_ENV === "development");
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestIdOf(request.headers));
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // For the redirect back after sign-in: a layout does not know the path of its page.
  headers.set("x-path", pathname + search);
  const response = await respond(request, headers, nonce);
  response.headers.set("Content-Security-Policy", policy);
  if (hasSecretUrl(pathname)) response.headers.set("Referrer-Policy", "no-referrer");
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

async function respond(request: NextRequest, headers: Headers, nonce: string): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const requestId = headers.get("x-request-id") ?? "";
  const access = await checkPageAccess(pathname, headers);
  if (access === "sign-in") {
    return NextResponse.redirect(new URL(signInPath(pathname + search), request.url));
  }
  if (access === "second-factor") return NextResponse.redirect(new URL(SECOND_FACTOR_PATH, request.url));
  if (access === "unavailable") {
    const { body, ...response } = renderUnavailablePage({ missing: "database", nonce, requestId });
    return new NextResponse(body, response);
  }
  const init = { request: { headers } };
  return access === "absent"
    ? NextResponse.rewrite(new URL(UNKNOWN_PATH, request.url), init)
    : NextResponse.next(init);
}

/** Pages whose URL holds the secret of a link. */
const hasSecretUrl = (pathname: string): boolean =>
  /^\/(invite|reset-password|verify-email|unsubscribe)(\/|$)/.test(pathname);

/** Path without a page. */
const UNKNOWN_PATH = "/absent";

export const config = { matcher: ["/((?!api/|_next/static/|icon\\.svg$).*)"] };
