import { getCookieValue, sessionCookieOptions } from "../auth/session-cookie.ts";
import { AppError, validationFailed } from "../platform/errors.ts";
import { problemResponse, requestIdOf } from "./problem.ts";

/**
 * Refuses what next-auth would stumble over and answer with 500: passwords that come by GET, a target that is no address,
 * an `error` that no header can carry on, and a body that is called JSON and is no object. Null when the request may
 * pass.
 */
export function rejectAuthRequest(request: Request, body?: Uint8Array): Response | null {
  const { pathname, searchParams } = new URL(request.url);
  const refuse = (error: AppError, headers = {}) =>
    problemResponse(error, requestIdOf(request.headers), { headers });
  if (request.method === "GET" && pathname.endsWith("/callback/credentials")) {
    return refuse(new AppError("METHOD_NOT_ALLOWED", "Passwords are sent by POST."), { Allow: "POST" });
  }
  const targets = searchParams.getAll("callbackUrl");
  if (targets.length > 1 || !targets.every(isTarget)) {
    return refuse(validationFailed([{ path: "callbackUrl", message: "must be one path or http address" }]));
  }
  const { name, options } = sessionCookieOptions("callback");
  const kept = getCookieValue(request.headers, name);
  if (kept !== null && !isTarget(kept)) {
    const problem = { path: "", message: `the cookie ${name} must be a path or an http address` };
    const forget = `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${options.secure ? "; Secure" : ""}`;
    return refuse(validationFailed([problem]), { "Set-Cookie": forget });
  }
  if (/[^\x20-\x7e]/.test(searchParams.get("error") ?? "")) {
    return refuse(validationFailed([{ path: "error", message: "must be printable ASCII" }]));
  }
  if (body && request.headers.get("content-type")?.includes("application/json") && !isJsonObject(body)) {
    return refuse(new AppError("MALFORMED_JSON", "The body is no JSON object."));
  }
  return null;
}

/** What next-auth takes for a place to go to; whether it is one of ours is judged later. */
function isTarget(text: string): boolean {
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
