import { AppError, notFound, validationFailed } from "@/shared/errors.ts";
import { isDecodable } from "./parse-input.ts";
import { problemResponse, requestIdOf } from "./problem.ts";
import type { Handler, Method, Route } from "./route.ts";

/** Handlers of one path by method. Methods without a route answer 405. */
export type RouteHandlers = Record<Method | "HEAD" | "OPTIONS" | "PATCH", Handler>;

/**
 * Route handlers by path. `HEAD` is `GET` without the body, `OPTIONS` lists the methods, any other method is a 405 with
 * `Allow` (RFC 9110, 9.3 and 15.5.6).
 */
export function createRouteHandlers(routes: readonly Route[]): ReadonlyMap<string, RouteHandlers> {
  const paths = new Set(routes.map((route) => route.path));
  return new Map(
    [...paths].map((path) => {
      const ofPath = routes.filter((route) => route.path === path);
      const handlers = methodHandlers(handlersOf(ofPath));
      return [path, ofPath.some(({ spec }) => spec.isCrossOrigin) ? withPreflight(handlers) : handlers];
    }),
  );
}

/** Handler of a method; unknown methods get the 405 of `PATCH`. */
export function handlerFor(handlers: RouteHandlers, method: string): Handler {
  return Object.hasOwn(handlers, method) ? handlers[method as keyof RouteHandlers] : handlers.PATCH;
}

export function notFoundHandlers(): RouteHandlers {
  const reject: Handler = async (request) =>
    problemResponse(
      isDecodable(request.url)
        ? notFound("resource")
        : validationFailed([{ path: "", message: "the URL must be percent-encoded UTF-8" }]),
      requestIdOf(request.headers),
    );
  return {
    ...allMethods(reject),
    HEAD: async (request) => withoutBody(await reject(request)),
    OPTIONS: reject,
  };
}

export const uniformHandlers = (handler: Handler): RouteHandlers => ({
  ...allMethods(handler),
  OPTIONS: handler,
});

/** Handlers of a path whose allowed methods are served elsewhere: 405, and `OPTIONS` lists the methods. */
export function otherMethodsHandlers(allow: readonly string[]): RouteHandlers {
  const list = [...allow, "OPTIONS"].join(", ");
  return { ...allMethods(rejectMethod(list)), OPTIONS: allowResponse(list) };
}

/** Handlers of `OPTIONS *`, which is about the server as a whole (RFC 9110, 9.3.7). */
export function serverOptionsHandlers(): RouteHandlers {
  const allow = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
  return { ...allMethods(rejectMethod("OPTIONS")), OPTIONS: allowResponse(allow) };
}

/** Handlers of one path from the methods that it supports. */
export function methodHandlers(handlers: Partial<Record<Method, Handler>>): RouteHandlers {
  const { GET } = handlers;
  const supported = GET
    ? { ...handlers, HEAD: async (request: Request) => withoutBody(await GET(request)) }
    : handlers;
  const allow = [...Object.keys(supported), "OPTIONS"].join(", ");
  return {
    ...allMethods(rejectMethod(allow)),
    OPTIONS: allowResponse(allow),
    ...supported,
  };
}

function handlersOf(routes: readonly Route[]): Partial<Record<Method, Handler>> {
  return Object.fromEntries(routes.map(({ method, handler }) => [method, handler]));
}

function allowResponse(allow: string): Handler {
  return async (request) =>
    new Response(null, {
      status: 204,
      headers: { Allow: allow, "X-Request-Id": requestIdOf(request.headers) },
    });
}

const allMethods = (handler: Handler): Omit<RouteHandlers, "OPTIONS"> => ({
  GET: handler,
  HEAD: handler,
  POST: handler,
  PUT: handler,
  PATCH: handler,
  DELETE: handler,
});

/** Handlers whose `OPTIONS` also permits requests of pages of other origins (CORS preflight). */
function withPreflight(handlers: RouteHandlers): RouteHandlers {
  return {
    ...handlers,
    OPTIONS: async (request) => {
      const { status, headers } = await handlers.OPTIONS(request);
      headers.set("Access-Control-Allow-Origin", "*");
      headers.set("Access-Control-Allow-Methods", headers.get("Allow") ?? "");
      headers.set("Access-Control-Allow-Headers", "*");
      headers.set("Access-Control-Max-Age", String(PREFLIGHT_TTL_SECONDS));
      return new Response(null, { status, headers });
    },
  };
}

/** Time for which a browser caches the answer to a preflight request. */
const PREFLIGHT_TTL_SECONDS = 86_400;

function rejectMethod(allow: string): Handler {
  return async (request) =>
    problemResponse(
      new AppError("METHOD_NOT_ALLOWED", `${request.method} is not allowed. Allowed methods: ${allow}.`),
      requestIdOf(request.headers),
      { headers: { Allow: allow } },
    );
}

function withoutBody(response: Response): Response {
  void response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
