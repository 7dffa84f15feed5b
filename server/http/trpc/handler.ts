import type { AnyRouter, TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { getClientAddress } from "@/server/auth/rate-limits/client-address.ts";
import { rejectCrossOrigin } from "@/server/auth/same-origin.ts";
import {
  findRequestSession,
  getCookieValue,
  renewSessionCookie,
  SECOND_STEP_COOKIE,
  sessionCookieOptions,
} from "@/server/auth/sessions/session-cookie.ts";
import { findDevice } from "@/server/auth/sign-in/device-cookie.ts";
import { log } from "@/server/core/log.ts";
import { MAX_CALLS_PER_REQUEST } from "@/shared/bounds.ts";
import { AppError } from "@/shared/errors.ts";
import { wireFormat } from "@/shared/wire-format.ts";
import { logAccess, traceField } from "../access-log.ts";
import { withBufferedBody } from "../body.ts";
import { methodHandlers, type RouteHandlers } from "../methods.ts";
import { isDecodable, requestPath } from "../parse-input.ts";
import { requestIdOf } from "../problem.ts";
import type { Handler } from "../route.ts";
import { rejectMalformedRequest } from "../server/malformed-requests.ts";
import {
  EVENT_STREAM_RETRY_AFTER_SECONDS,
  MAX_EVENT_STREAMS_PER_SESSION,
  openEventStream,
  releaseAtEnd,
} from "./event-streams.ts";
import type { TrpcContext, TrpcErrorData } from "./procedures.ts";

/** Path of tRPC; the parameter holds the procedures of a batch. */
export const TRPC_PATH = "/api/trpc/{trpc}";

/** Names of the procedures of a call in its path. */
const PROCEDURES = /^\/api\/trpc\/([a-zA-Z.,]{1,500})$/;

/** Ten times the largest form. */
const MAX_BODY_BYTES = 2_097_152;

const createQueryHandler =
  (router: AnyRouter): TrpcHandler =>
  async (request, requestId) => {
    let context: TrpcContext | undefined;
    const response = await fetchRequestHandler({
      endpoint: "/api/trpc",
      req: request,
      router,
      createContext: async ({ resHeaders }) => {
        context = {
          session: await findRequestSession(request.headers),
          requestId,
          address: getClientAddress(request.headers),
          isLimited: true,
          secondStep: getCookieValue(request.headers, sessionCookieOptions(SECOND_STEP_COOKIE).name),
          deviceOf: (userId) => findDevice(request.headers, userId),
          renewSession: async (changes) => {
            const cookie = await renewSessionCookie(request.headers, changes);
            if (cookie) resHeaders.append("Set-Cookie", cookie);
          },
        };
        return context;
      },
      maxBatchSize: MAX_CALLS_PER_REQUEST,
      responseMeta: ({ errors }) => retryAfterHeader(errors),
      onError: ({ error, path }) => {
        // Errors of procedures are AppErrors and in the log already.
        if (error.code !== "INTERNAL_SERVER_ERROR" || error.cause instanceof AppError) return;
        log().error({ requestId, path, err: error.cause ?? error }, "INTERNAL");
      },
    });
    const isEventStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    return isEventStream ? limitEventStream(response, request, context) : response;
  };

/**
 * Event stream within the limit of its session, or 429: tRPC sends errors of subscriptions with status 200. The stream of
 * a refused request has not started, since nothing has read it.
 */
function limitEventStream(response: Response, { signal }: Request, context?: TrpcContext): Response {
  const session = context?.session;
  if (!session) return releaseAtEnd(response, signal, () => undefined);
  const slot = openEventStream(session.id);
  if (slot) return releaseAtEnd(response, signal, slot.release);
  void response.body?.cancel().catch(() => undefined);
  const data: TrpcErrorData = {
    appCode: "RATE_LIMITED",
    problems: [],
    requestId: context.requestId,
    reason: null,
  };
  const error = wireFormat.serialize({
    message: `A session can have at most ${MAX_EVENT_STREAMS_PER_SESSION} event streams. Close a tab and try again.`,
    code: TRPC_ERROR_CODES_BY_KEY.TOO_MANY_REQUESTS,
    data: { ...data, code: "TOO_MANY_REQUESTS", httpStatus: 429 },
  });
  return Response.json(
    { error },
    { status: 429, headers: { "Retry-After": String(EVENT_STREAM_RETRY_AFTER_SECONDS) } },
  );
}

/** `Retry-After` of a batch: the longest of its calls. */
function retryAfterHeader(errors: readonly TRPCError[]): { headers?: Record<string, string> } {
  const waits = errors.map(({ cause }) => (cause instanceof AppError && cause.retryAfterSeconds) || 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { headers: { "Retry-After": String(longest) } } : {};
}

const createMutationHandler =
  (handler: TrpcHandler): TrpcHandler =>
  async (request, requestId) =>
    rejectCrossOrigin(request) ??
    withBufferedBody(request, MAX_BODY_BYTES, (body) => {
      const { url, method, headers, signal } = request;
      return handler(new Request(url, { method, headers, body, signal }), requestId);
    });

type TrpcHandler = (request: Request, requestId: string) => Promise<Response>;

/** Headers of tRPC's responses, which depend on the session. */
const HEADERS = { "Cache-Control": "private, no-store", Vary: "Cookie", "X-Content-Type-Options": "nosniff" };

/** Handler with headers of tRPC's responses. It rejects a path that does not decode, for which tRPC answers 500. */
const withHeaders =
  (handler: TrpcHandler): Handler =>
  async (request) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request.headers);
    const path = requestPath(request.url);
    const response = isDecodable(path) ? await handler(request, requestId) : rejectMalformedRequest();
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
    if (!response.headers.has("X-Request-Id")) response.headers.set("X-Request-Id", requestId);
    logAccess(startedAt, () => ({
      requestId,
      method: request.method,
      path: TRPC_PATH,
      procedures: PROCEDURES.exec(path)?.[1] ?? null,
      status: response.status,
      ...traceField(request.headers.get("traceparent")),
    }));
    return response;
  };

/** tRPC handlers: queries and subscriptions by `GET`, mutations by `POST`. */
export function createTrpcHandlers(router: AnyRouter): RouteHandlers {
  const handler = createQueryHandler(router);
  return methodHandlers({ GET: withHeaders(handler), POST: withHeaders(createMutationHandler(handler)) });
}
