import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { ROUTE_HANDLERS } from "@/server/rest.ts";
import { ERROR_CODES } from "@/shared/errors.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { publish } from "./publish-request.ts";
import { sendLines, sendRaw } from "./raw-http.ts";
import { sendReport } from "./send-report.ts";
import { sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Sent to every fourth path each. */
const RARE_METHODS = ["TRACE", "PROPFIND", "QUERY", "PURGE"];
const PATHS = [...ROUTE_HANDLERS.keys()].map((path) => path.replaceAll(/\{\w+\}/g, UNKNOWN_ID));

describeBothEntryPoints("errors and methods", (entryPoint) => {
  describe.each(PATHS)("%s", (path) => {
    const allowed = async () => {
      const response = await sendRequest(entryPoint, `OPTIONS ${path}`);
      expect(response).toMatchObject({ status: 204, text: "" });
      return (response.headers.get("allow") ?? "").split(", ");
    };

    it("lists its methods", async () => {
      const methods = await allowed();
      expect(methods).toContain("OPTIONS");
      expect(methods.includes("HEAD")).toBe(methods.includes("GET"));
    });

    it("405 for every other one", async () => {
      const methods = await allowed();
      const others = METHODS.filter((method) => !methods.includes(method));
      for (const method of others) {
        const response = await sendRequest(entryPoint, `${method} ${path}`);
        expectProblem(response, 405, "METHOD_NOT_ALLOWED");
        expect(response.headers.get("allow")).toBe(methods.join(", "));
      }
      if (!methods.includes("GET")) {
        expect(await sendRequest(entryPoint, `HEAD ${path}`)).toMatchObject({ status: 405, text: "" });
      }
    });

    // Next itself answers methods that it does not know.
    it.runIf(entryPoint.name === "front")("405 for rare methods, too", async () => {
      const method = RARE_METHODS[PATHS.indexOf(path) % RARE_METHODS.length];
      expectProblem(await sendLines(entryPoint, `${method} ${path}`, []), 405, "METHOD_NOT_ALLOWED");
    });
  });

  it("answers HEAD as GET without the body", async () => {
    const account = await createAccount();
    const app = await createApp(db(), { tenantId: account.tenantId });
    for (const path of ["/api/health", `/api/apps/${app.id}/builds`, `/api/apps/${UNKNOWN_ID}/builds`]) {
      const [head, get] = [
        await sendRequest(entryPoint, `HEAD ${path}`, { as: account }),
        await sendRequest(entryPoint, `GET ${path}`, { as: account }),
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
      for (const method of METHODS)
        expectProblem(await sendRequest(entryPoint, `${method} ${path}`), 404, "NOT_FOUND");
      expect(await sendRequest(entryPoint, `HEAD ${path}`)).toMatchObject({ status: 404, text: "" });
    });
  });

  describe("400 for a path that does not decode as UTF-8", () => {
    // Next decodes paths and rewrites queries before route handlers see them.
    it
      .runIf(entryPoint.name === "front")
      .each([
        "/api/%FF",
        "/api/%",
        "/api/apps/%FF/builds",
        "/api/apps/%C3%28/builds",
        `/api/apps/${UNKNOWN_ID}/builds?status=%FF`,
        `/api/apps/${UNKNOWN_ID}/builds?unknown=%`,
        "/api/health?%ED%A0%80=1",
      ])("%s", async (path) => {
      const { token, tenantId } = await createAccount();
      const lines = [`Authorization: Bearer ${token}`, `X-Tenant-Id: ${tenantId}`];
      expectProblem(await sendLines(entryPoint, `GET ${path}`, lines), 400, "VALIDATION_FAILED");
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
      const response = await sendRequest(entryPoint, `POST ${path}`, {
        body: new TextEncoder().encode("{}"),
        headers,
      });
      expectProblem(response, 415, "UNSUPPORTED_MEDIA_TYPE");
    }
  });

  it("415 without a media type, unless there is no body either", async () => {
    const account = await createAccount();
    const body = new TextEncoder().encode("{}");
    expectProblem(await publish(entryPoint, account, undefined, { body }), 415, "UNSUPPORTED_MEDIA_TYPE");
    expectProblem(await publish(entryPoint, account, undefined), 400, "MALFORMED_JSON");
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

    const responses = async (id: string) => {
      const headers = { "X-Request-Id": id };
      return [
        await sendRequest(entryPoint, "GET /api/health", { headers }),
        await sendRequest(entryPoint, "OPTIONS /api/health", { headers }),
        await sendRequest(entryPoint, "GET /api/nothing", { headers }),
        await sendRequest(entryPoint, "DELETE /api/health", { headers }),
        await publish(entryPoint, account, {}, { headers }),
        await sendRequest(entryPoint, "POST /api/builds/webhook/status", { json: {}, headers }),
      ];
    };

    it.each(usable)("echoes %s", async (id) => {
      for (const response of await responses(id)) expect(response.headers.get("x-request-id")).toBe(id);
    });

    it.each(unusable)("replaces %j", async (id) => {
      const made = (await responses(id)).map((response) => response.headers.get("x-request-id"));
      for (const name of made) expect(name).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
      expect(made).not.toContain(id);
      expect(new Set(made).size).toBe(made.length);
    });

    it("replaces two headers", async () => {
      const line = "X-Request-Id: 12345678";
      const response = await sendLines(entryPoint, "GET /api/health", [line, line]);
      expect(response.headers.get("x-request-id")).not.toContain("12345678");
    });
  });

  // Behind both entry points it is the same Next that serves pages.
  it.runIf(entryPoint.name === "front").each(Object.keys(ERROR_CODES))(
    "has a page for the type of %s",
    async (code) => {
      const response = await sendRequest(
        entryPoint,
        `GET /docs/errors/${code.toLowerCase().replaceAll("_", "-")}`,
      );
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      expect(response.text).toContain(code);
    },
  );

  it("hides internals", async () => {
    const response = await sendReport(entryPoint, undefined, { body: '{"buildId": "x' });
    const { detail } = expectProblem(response, 400, "MALFORMED_JSON");
    expect(detail).not.toMatch(/node_modules|\.ts|\bat \w+ \(/);
    expect(response.headers.has("x-powered-by")).toBe(false);
  });

  it("keeps serving after clients disconnect during a body", async () => {
    const headers = ["Content-Type: application/json", "Content-Length: 1000"];
    for (const start of ["POST /api/marketplace/publish", "POST /api/builds/webhook/status"]) {
      const response = await sendRaw(entryPoint, { start, headers, body: ['{"buildId":'], halfCloses: true });
      expect(response?.status ?? 400).toBe(400);
    }
    expect(await sendRequest(entryPoint, "GET /api/health")).toMatchObject({ status: 200 });
  });
});
