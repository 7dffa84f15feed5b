import { type NextRequest, NextResponse } from "next/server";
import { requestIdOf } from "./server/http/problem.ts";
import { checkPageAccess } from "./server/pages/page-gate.ts";
import { renderUnavailablePage } from "./server/pages/unavailable-page.ts";

/**
 * Gives every page a content security policy with a nonce of its own. Next reads the nonce from the request's header
 * and puts it on its scripts. Who may see what is decided in the services; the verdict here is about the status.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set("x-request-id", requestIdOf(request.headers));
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // A layout does not know its page's address, and sign-in leads back to it.
  headers.set("x-path", pathname + search);
  const response = await answer(request, headers, nonce);
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
  response.headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
  return response;
}

async function answer(request: NextRequest, headers: Headers, nonce: string): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl;
  const requestId = headers.get("x-request-id") ?? "";
  const verdict = await checkPageAccess(pathname, headers);
  if (verdict === "sign-in") {
    const callbackUrl = encodeURIComponent(pathname + search);
    return NextResponse.redirect(new URL(`/sign-in?callbackUrl=${callbackUrl}`, request.url));
  }
  if (verdict === "unavailable") {
    const { body, ...init } = renderUnavailablePage({ away: "database", nonce, requestId });
    return new NextResponse(body, init);
  }
  const pass = { request: { headers } };
  return verdict === "absent"
    ? NextResponse.rewrite(new URL(NOT_FOUND_HANDLERS, request.url), pass)
    : NextResponse.next(pass);
}

/** A path that no page has. */
const NOT_FOUND_HANDLERS = "/absent";

export const config = { matcher: ["/((?!api/|_next/static|_next/image|icon.svg).*)"] };

function contentSecurityPolicy(nonce: string): string {
  // In development React evaluates strings to show call stacks and Next's overlay brings styles; no other build may.
  const isDevelopment = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}
