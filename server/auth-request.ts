import { AppError, validationFailed } from "./errors.ts";
import { problemResponse, requestIdOf } from "./problem.ts";

/**
 * Refuses what next-auth would stumble over and answer with 500: passwords that come by GET, an `error` that no header
 * can carry on, and a body that is called JSON and is no object. Null when the request may pass.
 */
export function refuseAuthRequest(request: Request, body?: Uint8Array): Response | null {
  const { pathname, searchParams } = new URL(request.url);
  const refuse = (error: AppError, headers = {}) =>
    problemResponse(error, requestIdOf(request.headers), { headers });
  if (request.method === "GET" && pathname.endsWith("/callback/credentials")) {
    return refuse(new AppError("METHOD_NOT_ALLOWED", "Passwords are sent by POST."), { Allow: "POST" });
  }
  if (/[^\x20-\x7e]/.test(searchParams.get("error") ?? "")) {
    return refuse(validationFailed([{ path: "error", message: "must be printable ASCII" }]));
  }
  if (body && request.headers.get("content-type")?.includes("application/json") && !isJsonObject(body)) {
    return refuse(new AppError("MALFORMED_JSON", "The body is no JSON object."));
  }
  return null;
}

function isJsonObject(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
