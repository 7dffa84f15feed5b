import { getCookieValue, sessionCookieOptions } from "../auth/session-cookie.ts";
import { AppError, validationFailed } from "../platform/errors.ts";
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
  if (request.method === "GET" && pathname.endsWith("/callback/credentials")) {
    return reject(new AppError("METHOD_NOT_ALLOWED", "Passwords are sent by POST."), { Allow: "POST" });
  }
  const callbackUrls = searchParams.getAll("callbackUrl");
  if (callbackUrls.length > 1 || !callbackUrls.every(isCallbackUrl)) {
    return reject(validationFailed([{ path: "callbackUrl", message: "must be one path or http address" }]));
  }
  const { name, options } = sessionCookieOptions("callback");
  const cookie = getCookieValue(request.headers, name);
  if (cookie !== null && !isCallbackUrl(cookie)) {
    const problem = { path: "", message: `the cookie ${name} must be a path or an http address` };
    const deletion = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
    return reject(validationFailed([problem]), { "Set-Cookie": deletion });
  }
  if (/[^\x20-\x7e]/.test(searchParams.get("error") ?? "")) {
    return reject(validationFailed([{ path: "error", message: "must be printable ASCII" }]));
  }
  if (body && request.headers.get("content-type")?.includes("application/json") && !isJsonObject(body)) {
    return reject(new AppError("MALFORMED_JSON", "The body is no JSON object."));
  }
  return null;
}

/** Whether next-auth can parse the text. The check for our own origin comes later. */
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
