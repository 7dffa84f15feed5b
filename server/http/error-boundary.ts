import { processSingleton } from "@/db/client.ts";
import { actorId } from "@/server/core/audit.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { findNewerVersion } from "@/server/core/env/version.ts";
import { log } from "@/server/core/log.ts";
import { type AppError, toAppError } from "@/shared/errors.ts";
import { acceptsToken, type Credential } from "../auth/credentials.ts";
import { logAccess, traceField } from "./access-log.ts";
import { problemResponse, requestIdOf } from "./problem.ts";

export interface RequestContext {
  requestId: string;
  /** Response headers of success and failure. Handlers add them to their own responses. */
  headers: Record<string, string>;
  /** Context of the caller once it is authenticated, for the log. */
  ctx?: Context | TenantContext;
}

/**
 * Error boundary of a handler: errors become problem documents, and their cause is logged with the request id. Also writes
 * the access log at level `info`.
 */
export function withErrorHandling(
  credential: Credential,
  handle: (request: Request, requestContext: RequestContext) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request.headers);
    const requestContext: RequestContext = {
      requestId,
      headers: { "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" },
    };
    const newer = findNewerVersion(request.headers.get("user-agent"));
    if (newer) requestContext.headers["Drydock-Version"] = newer;
    const response = await handle(request, requestContext).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      logFailure(error, logFields(request, requestContext));
      return problemResponse(error, requestId, {
        challenge: acceptsToken(credential),
        headers: requestContext.headers,
      });
    });
    logAccess(startedAt, () => ({ ...logFields(request, requestContext), status: response.status }));
    return response;
  };
}

/** Logs a server error with its cause. Client errors are not logged. */
export function logServerError(error: AppError, fields: object): void {
  if (error.kind !== "INTERNAL_SERVER_ERROR" && error.kind !== "SERVICE_UNAVAILABLE") return;
  log().error({ ...fields, err: error.cause ?? error }, error.code);
}

/** Logs a failed request. A provider without configuration is no error, so its warning is throttled. */
function logFailure(error: AppError, fields: Record<string, unknown>): void {
  if (error.code === "PROVIDER_NOT_CONFIGURED") {
    if (isWarningDue(error.message)) log().warn({ ...fields, detail: error.message }, error.code);
  } else logServerError(error, fields);
}

/** Throttle for warnings: true once per message within `WARNING_INTERVAL_MS`. */
function isWarningDue(message: string): boolean {
  const loggedAt = processSingleton("throttled-warnings", () => new Map<string, number>());
  const now = performance.now();
  if (now - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < WARNING_INTERVAL_MS) return false;
  loggedAt.set(message, now);
  return true;
}

const WARNING_INTERVAL_MS = 60_000;

/** Log fields of a request, without headers and query. */
function logFields(request: Request, { requestId, ctx }: RequestContext) {
  return {
    requestId,
    method: request.method,
    path: new URL(request.url).pathname,
    ...traceField(request.headers.get("traceparent")),
    ...(ctx && { actor: ctx.actor.kind, actorId: actorId(ctx.actor) }),
    ...(ctx && "tenant" in ctx && { tenant: ctx.tenant.id }),
  };
}
