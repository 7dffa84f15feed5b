import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { completeEnv } from "@/server/core/env/env.ts";
import { createRouteHandlers, handlerFor, notFoundHandlers, type RouteHandlers } from "./methods.ts";
import { type Method, route } from "./route.ts";

const PATH = "/api/things/{id}";

const routeOf = (method: Method, path = PATH) =>
  route({
    method,
    path,
    summary: "A thing",
    credential: "none",
    limit: null,
    status: 200,
    response: z.object({ method: z.string() }),
    handle: async () => ({ body: { method }, headers: { "X-Thing": "yes" } }),
  });

const methodHandlers = (...methods: Method[]): RouteHandlers => {
  const handlers = createRouteHandlers(methods.map((method) => routeOf(method))).get(PATH);
  if (!handlers) throw new Error("no handlers");
  return handlers;
};

const call = (handlers: RouteHandlers, method: string, path = "/api/things/1") => {
  const request = new Request(`http://host${path}`, { headers: { "x-request-id": "request-1" } });
  Object.defineProperty(request, "method", { value: method });
  return handlerFor(handlers, method)(request);
};

beforeAll(() => {
  const DATABASE_URL = "postgres://nobody@127.0.0.1:1/nowhere";
  completeEnv({ LOG_LEVEL: "silent", DRYDOCK_EMBEDDED: "true", DATABASE_URL });
});

describe("route handlers", () => {
  it("exist per path, with the methods of all its routes", async () => {
    const handlersByPath = createRouteHandlers([
      routeOf("GET"),
      routeOf("POST", "/api/others"),
      routeOf("PUT"),
    ]);
    expect([...handlersByPath.keys()]).toEqual([PATH, "/api/others"]);
    for (const method of ["GET", "PUT"]) {
      expect(await (await call(methodHandlers("GET", "PUT"), method)).json()).toEqual({ method });
    }
  });

  it("answer HEAD as GET without the body", async () => {
    const response = await call(methodHandlers("GET"), "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-thing")).toBe("yes");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe("");
  });

  it.each([
    [["GET"], "GET, HEAD, OPTIONS"],
    [["POST"], "POST, OPTIONS"],
    [["GET", "POST"], "GET, POST, HEAD, OPTIONS"],
  ] as const)("of %j tells %s", async (methods, allow) => {
    const response = await call(methodHandlers(...methods), "OPTIONS");
    expect(response.status).toBe(204);
    expect(response.headers.get("allow")).toBe(allow);
    expect(response.headers.get("x-request-id")).toBe("request-1");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE", "__proto__", "constructor", "get"])(
    "of GET refuses %s",
    async (method) => {
      const response = await call(methodHandlers("GET"), method);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED", requestId: "request-1" });
    },
  );
});

describe("notFoundHandlers", () => {
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])(
    "answer 404 to %s",
    async (method) => {
      const response = await call(notFoundHandlers(), method);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: "NOT_FOUND", requestId: "request-1" });
    },
  );

  it("answer HEAD without a body", async () => {
    const response = await call(notFoundHandlers(), "HEAD");
    expect([response.status, await response.text()]).toEqual([404, ""]);
  });

  it.each(["/api/%FF", "/api/%", "/api/x?y=%C3%28"])(
    "answer 400 to %s, which does not decode",
    async (path) => {
      const response = await call(notFoundHandlers(), "GET", path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "VALIDATION_FAILED", errors: [{ path: "" }] });
    },
  );
});
