import { processSingleton } from "@/db/client.ts";
import { acceptsToken, type Credential } from "../auth/credentials.ts";
import { actorId } from "../platform/audit.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { type AppError, toAppError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { problemResponse, requestIdOf } from "./problem.ts";

/** What accompanies a request to its end. */
export interface RequestContext {
  requestId: string;
  /** Stand on the answer, whether it succeeds or fails; `answer` puts them on its own. */
  headers: Record<string, string>;
  /** Who asked, once that is known; for the log. */
  ctx?: Context | TenantContext;
}

/**
 * The handler that answers whatever happens: what is thrown becomes a problem document, and its cause stands in the log
 * under the request's id.
 */
export function withErrorHandling(
  credential: Credential,
  answer: (request: Request, exchange: RequestContext) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request.headers);
    const requestContext: RequestContext = {
      requestId,
      headers: { "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" },
    };
    const response = await answer(request, requestContext).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      logFailure(error, logFields(request, requestContext));
      return problemResponse(error, requestId, {
        challenge: acceptsToken(credential),
        headers: requestContext.headers,
      });
    });
    if (log().isLevelEnabled("info")) {
      const durationMs = Math.round(performance.now() - startedAt);
      log().info({ ...logFields(request, requestContext), status: response.status, durationMs }, "answered");
    }
    return response;
  };
}

/** What is wrong on our side. What was not set up is no fault, and anybody can ask for it as often as they like. */
function logFailure(error: AppError, facts: Record<string, unknown>): void {
  if (error.code === "PROVIDER_NOT_CONFIGURED") {
    if (isDue(error.message)) log().warn({ ...facts, detail: error.message }, error.code);
  } else if (error.kind === "INTERNAL_SERVER_ERROR" || error.kind === "SERVICE_UNAVAILABLE") {
    log().error({ ...facts, err: error.cause ?? error }, error.code);
  }
}

/** Whether what is said in these words was not said within the last minute. */
function isDue(words: string): boolean {
  const saidAt = processSingleton("said-seldom", () => new Map<string, number>());
  const now = performance.now();
  if (now - (saidAt.get(words) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return false;
  saidAt.set(words, now);
  return true;
}

const LOG_INTERVAL_MS = 60_000;

/** A request as the log names it: never its headers, and of its address only the path. */
function logFields(request: Request, { requestId, ctx }: RequestContext): Record<string, unknown> {
  return {
    requestId,
    method: request.method,
    path: new URL(request.url).pathname,
    ...(ctx && { actor: ctx.actor.kind, actorId: actorId(ctx.actor) }),
    ...(ctx && "tenant" in ctx && { tenant: ctx.tenant.id }),
  };
}
