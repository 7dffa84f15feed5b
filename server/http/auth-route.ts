import { getCookieValue, sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import { toSignInError } from "@/server/auth/sign-in/sign-in-errors.ts";
import { AppError, STATUS_OF_KIND, validationFailed } from "@/shared/errors.ts";
import { logServerError } from "./error-boundary.ts";
import { isDecodable } from "./parse-input.ts";
import { problemResponse, requestIdOf } from "./problem.ts";

/**
 * Validation of requests to next-auth, which answers 500 to these: a password by GET, a `callbackUrl` that is no URL, an
 * `error` that is not ASCII, and a JSON body that is no object.
 * @returns the problem document, or null for a valid request
 */
export function rejectAuthRequest(request: Request, body?: Uint8Array): Response | null {
  const { pathname, searchParams } = new URL(request.url);
  const reject = (error: AppError, headers = {}) =>
    problemResponse(error, requestIdOf(request.headers), { headers });
  if (request.method !== "POST" && isPasswordCallback(pathname)) {
    return reject(new AppError("METHOD_NOT_ALLOWED", "Send passwords with POST."), { Allow: "POST" });
  }
  const callbackUrls = searchParams.getAll("callbackUrl");
  if (callbackUrls.length > 1 || !callbackUrls.every(isCallbackUrl)) {
    return reject(validationFailed([{ path: "callbackUrl", message: "must be a path or an http URL" }]));
  }
  const { name, options } = sessionCookieOptions("callback");
  const cookie = getCookieValue(request.headers, name);
  if (cookie !== null && !isCallbackUrl(cookie)) {
    const problem = { path: "", message: `cookie ${name} must be a path or an http URL` };
    const deletion = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
    return reject(validationFailed([problem]), { "Set-Cookie": deletion });
  }
  if (/[^\x20-\x7e]/.test(searchParams.get("error") ?? "")) {
    return reject(validationFailed([{ path: "error", message: "must be printable ASCII" }]));
  }
  if (body && request.headers.get("content-type")?.includes("application/json") && !isJsonObject(body)) {
    return reject(new AppError("MALFORMED_JSON", "The body must be a JSON object."));
  }
  return null;
}

const CREDENTIAL_PROVIDERS = new Set(["credentials", "second-step", "passkey"]);

/** Paths that next-auth handles as a sign-in by password. It ignores segments after the provider. */
function isPasswordCallback(pathname: string): boolean {
  const path = isDecodable(pathname) ? decodeURIComponent(pathname) : pathname;
  const [, , action, provider] = path.split("/").filter((segment) => segment !== "");
  return action === "callback" && CREDENTIAL_PROVIDERS.has(provider ?? "");
}

/** Our pages whose `error` parameter is an error code of sign-in. */
const ERROR_PATHS = new Set(["/api/auth/error", "/api/auth/signin", "/sign-in"]);

/**
 * Response of next-auth with our error code instead of its message, in the redirect or in the JSON `{ url }`. The JSON
 * also gets the status and `Retry-After` of the failure; next-auth always answers 401.
 */
export async function restrictAuthResponse(
  request: Request,
  response: Response,
  failure: AppError | null,
): Promise<Response> {
  const headers = new Headers(response.headers);
  if (failure) {
    // Load shedding has no cause; logging each rejection would add to the load.
    if (failure.cause) logServerError(failure, { requestId: requestIdOf(request.headers) });
    for (const [name, value] of Object.entries(failure.headers ?? {})) headers.set(name, value);
    if (failure.retryAfterSeconds) headers.set("Retry-After", String(failure.retryAfterSeconds));
  }
  const { status } = response;
  const location = headers.get("location");
  if (location !== null) {
    headers.set("Location", restrictError(location));
    return new Response(response.body, { status, headers });
  }
  const text = await response.text();
  const { url } = (headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : {}) ?? {};
  if (typeof url !== "string") return new Response(text, { status, headers });
  const restricted = JSON.stringify({ url: restrictError(url) });
  return new Response(restricted, { status: failure ? STATUS_OF_KIND[failure.kind] : status, headers });
}

function restrictError(target: string): string {
  const url = new URL(target, "http://localhost");
  const error = url.searchParams.get("error");
  if (error === null || !ERROR_PATHS.has(url.pathname)) return target;
  url.searchParams.set("error", toSignInError(error));
  return target.startsWith("/") ? `${url.pathname}${url.search}` : url.href;
}

/** True if next-auth can parse the URL. Its origin is checked later. */
function isCallbackUrl(text: string): boolean {
  const base = text.startsWith("/") ? "http://localhost" : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

function isJsonObject(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
