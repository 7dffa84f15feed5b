import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { processSingleton } from "@/db/client.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { checkPageAccess } from "./page-gate.ts";

const answer = vi.fn<() => Promise<unknown>>();

/** Mock of a database for the health check. */
processSingleton("database", () => ({ systemDb: { sql: answer }, close: async () => undefined }));
completeEnv({
  LOG_LEVEL: "silent",
  DRYDOCK_EMBEDDED: "true",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
});

const NO_COOKIES = new Headers({ "x-request-id": "request-0001" });

beforeEach(() => vi.useFakeTimers());
afterAll(async () => {
  vi.useRealTimers();
  await database().close();
});

const away = () => Promise.reject(Object.assign(new Error("away"), { code: "ECONNREFUSED" }));

it("opens pages that need no database without a query", async () => {
  for (const path of ["/", "/docs/api", "/sign-in", "/marketplaces"]) {
    expect(await checkPageAccess(path, NO_COOKIES)).toBe("open");
  }
  expect(answer).not.toHaveBeenCalled();
});

it("reports an unavailable database for public pages, within the response timeout", async () => {
  answer.mockImplementation(away);
  for (const path of [
    "/marketplace",
    "/marketplace/app-plugin/offline-sync",
    "/invite/a-secret",
    "/reset-password",
    "/verify-email",
  ]) {
    expect(await checkPageAccess(path, NO_COOKIES)).toBe("unavailable");
  }
  answer.mockImplementation(() => new Promise(() => undefined));
  const checks = [checkPageAccess("/marketplace", NO_COOKIES), checkPageAccess("/marketplace", NO_COOKIES)];
  await vi.advanceTimersByTimeAsync(4_500);
  expect(await Promise.all(checks)).toEqual(["unavailable", "unavailable"]);
});

it("queries the database at most once a second, and detects an outage", async () => {
  answer.mockReset().mockResolvedValue([]);
  for (let visit = 0; visit < 50; visit++)
    expect(await checkPageAccess("/marketplace", NO_COOKIES)).toBe("open");
  expect(answer).toHaveBeenCalledTimes(1);
  answer.mockImplementation(away);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await checkPageAccess("/marketplace", NO_COOKIES)).toBe("unavailable");
});

it("sends visitors without a session from the account and the dashboards to sign-in", async () => {
  for (const path of ["/account", "/account/security", "/builder", "/builder/acme", "/admin", "/dashboard"]) {
    expect(await checkPageAccess(path, NO_COOKIES)).toBe("sign-in");
  }
});
