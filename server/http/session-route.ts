import { consumeRateLimit } from "../auth/rate-limiter.ts";
import { parseHost } from "../auth/same-origin.ts";
import { findRequestUser } from "../auth/session-cookie.ts";
import { enterTenantBySlug } from "../auth/tenant-access.ts";
import { createContext, type TenantContext, type UserActor } from "../platform/context.ts";
import { AppError, toAppError, unauthenticated } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { problemResponse, requestIdOf } from "./problem.ts";
import { checkUploadHeaders, readUpload, type UploadRule } from "./upload.ts";

interface SessionRequest {
  user: UserActor | null;
  requestId: string;
}

/**
 * The door for bytes that a page sends or shows, which tRPC cannot carry: a session instead of a token. Whatever is thrown
 * becomes a problem document, as on REST.
 */
export function sessionRoute(
  answer: (request: Request, visit: SessionRequest) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = requestIdOf(request.headers);
    try {
      const response = await answer(request, { user: await findRequestUser(request.headers), requestId });
      response.headers.set("X-Request-Id", requestId);
      response.headers.set("X-Content-Type-Options", "nosniff");
      return response;
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.kind === "INTERNAL_SERVER_ERROR" || error.kind === "SERVICE_UNAVAILABLE") {
        log().error({ requestId, err: error.cause ?? error }, error.code);
      }
      return problemResponse(error, requestId, { headers: { "X-Content-Type-Options": "nosniff" } });
    }
  };
}

/**
 * The door for what a page of a member sends as raw bytes: judged by their head, and then taken as they arrive. The
 * tenant is named by its slug.
 */
export function sessionUploadRoute(
  rule: UploadRule,
  tenant: string,
  take: (ctx: TenantContext<UserActor>, bytes: AsyncIterable<Uint8Array>) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return sessionRoute(async (request, visit) => {
    checkUploadHeaders(request, rule);
    const user = await requireUploader(request, visit);
    const ctx = await enterTenantBySlug(createContext(user, visit.requestId), user.userId, tenant);
    return take(ctx, readUpload(request, rule));
  });
}

/**
 * The person who sends bytes from a page of this very origin, counted against the limit of uploads. A page of another
 * origin cannot send them: its `Origin` is refused, and a browser asks first before it sends such a media type.
 * @throws AppError `PERMISSION_DENIED`, `UNAUTHENTICATED`, `RATE_LIMITED`
 */
async function requireUploader({ headers }: Request, { user }: SessionRequest): Promise<UserActor> {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isForeign =
    origin === null || parseHost(origin) !== headers.get("host") || (site !== null && site !== "same-origin");
  if (isForeign) throw new AppError("PERMISSION_DENIED", "Requests from other origins are refused.");
  if (!user) throw unauthenticated();
  await consumeRateLimit("archives", user.userId);
  return user;
}
