import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { completeEnv } from "@/server/core/env/env.ts";
import { AppError } from "@/shared/errors.ts";
import { describeRoutes } from "./openapi.ts";
import { ProblemView } from "./problem.ts";
import type { RouteResult } from "./response.ts";
import { type Handler, route } from "./route.ts";

const Thing = z.object({ name: z.string() });
type ThingAnswer = RouteResult<z.input<typeof Thing>>;

const THING: ThingAnswer = { body: { name: "thing" } };

beforeAll(() => {
  completeEnv({
    LOG_LEVEL: "silent",
    DRYDOCK_EMBEDDED: "true",
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere",
  });
});

function reading(handle: () => Promise<ThingAnswer>, isConditional = false): Handler {
  const declared = { method: "GET", path: "/api/things", summary: "Things", credential: "none" } as const;
  return route({ ...declared, limit: null, isConditional, status: 200, response: Thing, handle }).handler;
}

function writing(handle: (name: string) => Promise<ThingAnswer>): Handler {
  return route({
    method: "POST",
    path: "/api/things",
    summary: "Make a thing",
    credential: "none",
    limit: null,
    query: z.object({ dryRun: z.enum(["true", "false"]).default("false") }),
    body: { schema: Thing, limitBytes: 64 },
    status: 201,
    response: Thing,
    handle: ({ body }) => handle(body.name),
  }).handler;
}

const get = (headers: Record<string, string> = {}) => new Request("http://host/api/things", { headers });

function post(body: BodyInit, query = ""): Request {
  const headers = { "content-type": "application/json" };
  return new Request(`http://host/api/things${query}`, {
    method: "POST",
    headers,
    body,
    ...{ duplex: "half" },
  });
}

async function problemOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = ProblemView.strict().parse(await response.json());
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  return problem;
}

describe("success", () => {
  it("has the status of the route or of the result, and its headers", async () => {
    const usual = await writing(async () => ({ ...THING, headers: { Location: "/x" } }))(
      post('{"name":"a"}'),
    );
    expect([usual.status, usual.headers.get("location")]).toEqual([201, "/x"]);
    expect(await usual.json()).toEqual(THING.body);
    const other = await writing(async () => ({ ...THING, status: 200 }))(post('{"name":"a"}'));
    expect(other.status).toBe(200);
  });

  it("echoes a valid request id and replaces any other", async () => {
    const handler = reading(async () => THING);
    const idFor = async (id: string) =>
      (await handler(get({ "x-request-id": id }))).headers.get("x-request-id");
    expect(await idFor("request_id-1")).toBe("request_id-1");
    for (const id of ["short", "x".repeat(65), "with blanks in it", "semi;colon"]) {
      expect(await idFor(id)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("is 304 for a matching entity tag, on conditional routes only", async () => {
    const conditional = reading(async () => ({ ...THING, headers: { "X-Thing": "yes" } }), true);
    const tag = (await conditional(get())).headers.get("etag") ?? "";
    const known = await conditional(get({ "if-none-match": tag }));
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", tag]);
    expect(known.headers.get("x-thing")).toBe("yes");
    expect(known.headers.has("content-type")).toBe(false);
    const always = await reading(async () => THING)(get({ "if-none-match": "*" }));
    expect([always.status, always.headers.has("etag")]).toEqual([200, false]);
  });
});

describe("error", () => {
  it("is a problem document of the service's error", async () => {
    const refuse = async () => {
      throw new AppError("SLUG_TAKEN", "Somebody has it.", {
        problems: [{ path: "slug", message: "taken" }],
      });
    };
    const response = await reading(refuse)(get());
    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({
      type: "/docs/errors/slug-taken",
      status: 409,
      detail: "Somebody has it.",
      code: "SLUG_TAKEN",
      errors: [{ path: "slug", message: "taken" }],
    });
  });

  it("hides an internal error", async () => {
    const fail = async () => {
      throw new Error("relation api_tokens does not exist at /srv/app");
    };
    const response = await reading(fail)(get());
    expect(response.status).toBe(500);
    const problem = await problemOf(response);
    expect(problem.code).toBe("INTERNAL");
    expect(JSON.stringify(problem)).not.toMatch(/api_tokens|srv/);
  });

  it.each(["ECONNREFUSED", "57P01", "CONNECT_TIMEOUT", "53300", "08006"])("is 503 for %s", async (code) => {
    const fail = async () => {
      throw new Error("query failed", { cause: Object.assign(new Error("gone"), { code }) });
    };
    const response = await reading(fail)(get());
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await problemOf(response)).code).toBe("UNAVAILABLE");
  });

  it("lists the problems of query and body at once, before the service runs", async () => {
    const handle = vi.fn(async () => THING);
    const response = await writing(handle)(post("{}", "?dryRun=maybe"));
    const problem = await problemOf(response);
    expect(problem.errors?.map(({ path }) => path)).toEqual(["dryRun", "name"]);
    expect(handle).not.toHaveBeenCalled();
  });

  it("is 401 for every build worker when no secret is configured", async () => {
    const declared = { method: "GET", path: "/api/things", summary: "Things" } as const;
    const { handler } = route({
      ...declared,
      credential: "build-secret",
      status: 200,
      response: Thing,
      handle: async () => THING,
    });
    for (const headers of [{}, { "x-build-secret": "" }, { "x-build-secret": "undefined" }]) {
      const response = await handler(get(headers));
      expect([response.status, response.headers.has("www-authenticate")]).toEqual([401, false]);
    }
  });
});

describe("timeout", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("answers 503 within 5 s when the service hangs", async () => {
    const response = reading(() => new Promise(() => {}))(get());
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await response).status).toBe(503);
    expect((await response).headers.has("retry-after")).toBe(true);
  });

  it("does not count the time of a slow body", async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const response = writing(async (name) => ({ body: { name } }))(post(readable));
    const writer = writable.getWriter();
    for (const piece of ['{"name":', '"slow"', "}"]) {
      await vi.advanceTimersByTimeAsync(10_000);
      void writer.write(new TextEncoder().encode(piece));
    }
    void writer.close();
    expect(await (await response).json()).toEqual({ name: "slow" });
  });
});

describe("a deprecated route", () => {
  const declare = (sunset: string, handle: () => Promise<ThingAnswer> = async () => THING) =>
    route({
      method: "GET",
      path: "/api/things",
      summary: "Things",
      deprecated: { since: "2023-07-01", sunset, replacement: "GET /api/objects" },
      credential: "none",
      limit: null,
      status: 200,
      response: Thing,
      handle,
    });

  it("says so in every response", async () => {
    const failing = () => Promise.reject(new AppError("NOT_FOUND", "gone"));
    for (const { handler } of [declare("2024-01-01"), declare("2024-01-01", failing)]) {
      const { headers } = await handler(get());
      expect(headers.get("deprecation")).toBe("@1688169600");
      expect(headers.get("sunset")).toBe("Mon, 01 Jan 2024 00:00:00 GMT");
    }
  });

  it("is marked in the OpenAPI document", () => {
    expect(describeRoutes([declare("2024-01-01")])).toMatchObject({
      paths: {
        "/api/things": {
          get: {
            deprecated: true,
            description:
              "Deprecated since 2023-07-01, removed on 2024-01-01 or later. Use `GET /api/objects` instead.",
          },
        },
      },
    });
  });

  it.each(["2023-12-31", "2023-01-01", "soon"])("cannot be removed at %s, before six months", (sunset) => {
    expect(() => declare(sunset)).toThrow("less than 6 months");
  });

  it("is none by default", async () => {
    const { headers } = await reading(async () => THING)(get());
    expect([headers.get("deprecation"), headers.get("sunset")]).toEqual([null, null]);
  });
});
