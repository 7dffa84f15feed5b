import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { ERROR_CODES } from "@/server/platform/errors.ts";
import { ROUTE_HANDLERS } from "@/server/rest.ts";
import { ask } from "./ask.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { publish } from "./publish-request.ts";
import { sendLines, sendRaw } from "./raw-http.ts";
import { expectProblem } from "./replies.ts";
import { report } from "./report.ts";

const NOBODYS_ID = "01900000-0000-7000-8000-0000000000ff";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Each is asked of every fourth path. */
const RARE_METHODS = ["TRACE", "PROPFIND", "QUERY", "PURGE"];
const PATHS = [...ROUTE_HANDLERS.keys()].map((path) => path.replaceAll(/\{\w+\}/g, NOBODYS_ID));

describeBothEntryPoints("errors and methods", (door) => {
  describe.each(PATHS)("%s", (path) => {
    const allowed = async () => {
      const reply = await ask(door, `OPTIONS ${path}`);
      expect(reply).toMatchObject({ status: 204, text: "" });
      return (reply.headers.get("allow") ?? "").split(", ");
    };

    it("tells its methods", async () => {
      const methods = await allowed();
      expect(methods).toContain("OPTIONS");
      expect(methods.includes("HEAD")).toBe(methods.includes("GET"));
    });

    it("405 for every other one", async () => {
      const methods = await allowed();
      const others = METHODS.filter((method) => !methods.includes(method));
      for (const method of others) {
        const reply = await ask(door, `${method} ${path}`);
        expectProblem(reply, 405, "METHOD_NOT_ALLOWED");
        expect(reply.headers.get("allow")).toBe(methods.join(", "));
      }
      if (!methods.includes("GET")) {
        expect(await ask(door, `HEAD ${path}`)).toMatchObject({ status: 405, text: "" });
      }
    });

    // Next answers methods that it does not know by itself.
    it.runIf(door.name === "front")("405 also for what hardly anybody uses", async () => {
      const method = RARE_METHODS[PATHS.indexOf(path) % RARE_METHODS.length];
      expectProblem(await sendLines(door, `${method} ${path}`, []), 405, "METHOD_NOT_ALLOWED");
    });
  });

  it("answers HEAD as GET, but for the body", async () => {
    const account = await createAccount();
    const app = await createApp(db(), { tenantId: account.tenantId });
    for (const path of ["/api/health", `/api/apps/${app.id}/builds`, `/api/apps/${NOBODYS_ID}/builds`]) {
      const [head, get] = [
        await ask(door, `HEAD ${path}`, { as: account }),
        await ask(door, `GET ${path}`, { as: account }),
      ];
      expect(head).toMatchObject({ status: get.status, text: "" });
      for (const name of ["content-type", "etag", "cache-control", "x-poll-interval"]) {
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      }
    }
  });

  describe("404", () => {
    it.each([
      "/api/nothing",
      "/api/marketplace/publish/more",
      "/api/builds",
      "/api/apps/x",
      "/api/v1/health",
    ])("for %s, whatever the method", async (path) => {
      for (const method of METHODS) expectProblem(await ask(door, `${method} ${path}`), 404, "NOT_FOUND");
      expect(await ask(door, `HEAD ${path}`)).toMatchObject({ status: 404, text: "" });
    });
  });

  describe("400 for what does not decode as UTF-8", () => {
    // Next decodes paths and rewrites queries before anybody else sees them.
    it
      .runIf(door.name === "front")
      .each([
        "/api/%FF",
        "/api/%",
        "/api/apps/%FF/builds",
        "/api/apps/%C3%28/builds",
        `/api/apps/${NOBODYS_ID}/builds?status=%FF`,
        `/api/apps/${NOBODYS_ID}/builds?unknown=%`,
        "/api/health?%ED%A0%80=1",
      ])("%s", async (path) => {
      const { token, tenantId } = await createAccount();
      const lines = [`Authorization: Bearer ${token}`, `X-Tenant-Id: ${tenantId}`];
      expectProblem(await sendLines(door, `GET ${path}`, lines), 400, "VALIDATION_FAILED");
    });
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/json",
    "application/json-patch+json",
    "json",
    "",
  ])("415 for the media type %j", async (mediaType) => {
    const headers = { "Content-Type": mediaType };
    for (const path of ["/api/marketplace/publish", "/api/builds/webhook/status"]) {
      const reply = await ask(door, `POST ${path}`, { body: new TextEncoder().encode("{}"), headers });
      expectProblem(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
    }
  });

  it("415 without a media type, unless there is no body either", async () => {
    const account = await createAccount();
    const body = new TextEncoder().encode("{}");
    expectProblem(await publish(door, account, undefined, { body }), 415, "UNSUPPORTED_MEDIA_TYPE");
    expectProblem(await publish(door, account, undefined), 400, "MALFORMED_JSON");
  });

  describe("X-Request-Id", () => {
    const usable = ["12345678", "a".repeat(64), "Trace_42-xyz"];
    const unusable = [
      "",
      "1234567",
      "a".repeat(65),
      "a b c d e f",
      "12345678.9",
      "ümlaut-äöü",
      "12345678,12345678",
    ];

    let account: Account;
    beforeAll(async () => {
      account = await createAccount();
    });

    const replies = async (id: string) => {
      const headers = { "X-Request-Id": id };
      return [
        await ask(door, "GET /api/health", { headers }),
        await ask(door, "OPTIONS /api/health", { headers }),
        await ask(door, "GET /api/nothing", { headers }),
        await ask(door, "DELETE /api/health", { headers }),
        await publish(door, account, {}, { headers }),
        await ask(door, "POST /api/builds/webhook/status", { json: {}, headers }),
      ];
    };

    it.each(usable)("echoes %s", async (id) => {
      for (const reply of await replies(id)) expect(reply.headers.get("x-request-id")).toBe(id);
    });

    it.each(unusable)("makes another one for %j", async (id) => {
      const made = (await replies(id)).map((reply) => reply.headers.get("x-request-id"));
      for (const name of made) expect(name).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
      expect(made).not.toContain(id);
      expect(new Set(made).size).toBe(made.length);
    });

    it("makes another one for two of them", async () => {
      const line = "X-Request-Id: 12345678";
      const reply = await sendLines(door, "GET /api/health", [line, line]);
      expect(reply.headers.get("x-request-id")).not.toContain("12345678");
    });
  });

  // Behind both doors it is the same Next that serves pages.
  it.runIf(door.name === "front").each(Object.keys(ERROR_CODES))(
    "has a page for the type of %s",
    async (code) => {
      const reply = await ask(door, `GET /docs/errors/${code.toLowerCase().replaceAll("_", "-")}`);
      expect(reply.status).toBe(200);
      expect(reply.headers.get("content-type")).toMatch(/^text\/html/);
      expect(reply.text).toContain(code);
    },
  );

  it("tells nobody how it works inside", async () => {
    const reply = await report(door, undefined, { body: '{"buildId": "x' });
    const { detail } = expectProblem(reply, 400, "MALFORMED_JSON");
    expect(detail).not.toMatch(/node_modules|\.ts|\bat \w+ \(/);
    expect(reply.headers.has("x-powered-by")).toBe(false);
  });

  it("goes on serving when callers hang up in the middle of a body", async () => {
    const headers = ["Content-Type: application/json", "Content-Length: 1000"];
    for (const start of ["POST /api/marketplace/publish", "POST /api/builds/webhook/status"]) {
      const reply = await sendRaw(door, { start, headers, body: ['{"buildId":'], hangsUp: true });
      expect(reply?.status ?? 400).toBe(400);
    }
    expect(await ask(door, "GET /api/health")).toMatchObject({ status: 200 });
  });
});
