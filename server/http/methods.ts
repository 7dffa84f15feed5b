import { AppError, notFound, validationFailed } from "../platform/errors.ts";
import { isDecodable } from "./parse-input.ts";
import { problemResponse, requestIdOf } from "./problem.ts";
import type { Handler, Method, Route } from "./route.ts";

/** Every method that a path answers; those without a route of their own answer 405. */
export type RouteHandlers = Record<Method | "HEAD" | "OPTIONS" | "PATCH" | "DELETE", Handler>;

/**
 * The doors of a table of routes, by path. `HEAD` is `GET` without the body, `OPTIONS` tells the methods, and any
 * other method is told which ones there are (RFC 9110, 9.3 and 15.5.6).
 */
export function createRouteHandlers(routes: readonly Route[]): ReadonlyMap<string, RouteHandlers> {
  const paths = new Set(routes.map((route) => route.path));
  return new Map(
    [...paths].map((path) => [
      path,
      methodHandlers(handlersOf(routes.filter((route) => route.path === path))),
    ]),
  );
}

/** The handler of a door for any method, also one that HTTP does not know. */
export function handlerFor(door: RouteHandlers, method: string): Handler {
  return Object.hasOwn(door, method) ? door[method as keyof RouteHandlers] : door.PATCH;
}

/** The door of a path for which nothing stands in the table: there is nothing behind it, whatever the method. */
export function notFoundHandlers(): RouteHandlers {
  const refuse: Handler = async (request) =>
    problemResponse(
      isDecodable(request.url)
        ? notFound("resource")
        : validationFailed([{ path: "", message: "the URL must be percent-encoded UTF-8" }]),
      requestIdOf(request.headers),
    );
  return {
    ...allMethods(refuse),
    HEAD: async (request) => withoutBody(await refuse(request)),
    OPTIONS: refuse,
  };
}

/** The door that answers every method alike. */
export const uniformHandlers = (answer: Handler): RouteHandlers => ({
  ...allMethods(answer),
  OPTIONS: answer,
});

/** The door of the server as a whole, which has nothing but what it can do (`OPTIONS *`). */
export function serverOptionsHandlers(): RouteHandlers {
  const allow = "GET, HEAD, POST, PUT, OPTIONS";
  return { ...allMethods(rejectMethod("OPTIONS")), OPTIONS: allowResponse(allow) };
}

/** The door of a path by what stands behind it. */
export function methodHandlers(handlers: Partial<Record<Method, Handler>>): RouteHandlers {
  const { GET } = handlers;
  const answered = GET
    ? { ...handlers, HEAD: async (request: Request) => withoutBody(await GET(request)) }
    : handlers;
  const allow = [...Object.keys(answered), "OPTIONS"].join(", ");
  return {
    ...allMethods(rejectMethod(allow)),
    OPTIONS: allowResponse(allow),
    ...answered,
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

const allMethods = (refuse: Handler): Omit<RouteHandlers, "OPTIONS"> => ({
  GET: refuse,
  HEAD: refuse,
  POST: refuse,
  PUT: refuse,
  PATCH: refuse,
  DELETE: refuse,
});

function rejectMethod(allow: string): Handler {
  return async (request) =>
    problemResponse(
      new AppError("METHOD_NOT_ALLOWED", `${request.method} is not allowed here; use ${allow}.`),
      requestIdOf(request.headers),
      { headers: { Allow: allow } },
    );
}

function withoutBody(response: Response): Response {
  void response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
