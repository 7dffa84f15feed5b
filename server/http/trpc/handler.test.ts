import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterEach, expect, it, vi } from "vitest";
import { sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import { MAX_EVENT_STREAMS_PER_SESSION } from "./event-streams.ts";
import { createTrpcHandlers } from "./handler.ts";
import { publicProcedure, router } from "./procedures.ts";

const NEXTAUTH_SECRET = "a-secret-of-tests-with-more-than-32-bytes";
completeEnv({
  LOG_LEVEL: "silent",
  DRYDOCK_EMBEDDED: "true",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  NEXTAUTH_SECRET,
});

const unsendable = Object.defineProperty({}, "value", {
  enumerable: true,
  get: () => {
    throw new Error("cannot be read");
  },
});

const handlers = createTrpcHandlers(
  router({
    changes: publicProcedure.subscription(async function* ({ signal }) {
      yield "opened";
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    }),
    broken: publicProcedure.query(() => unsendable),
  }),
);

const get = (path: string, headers = {}) =>
  handlers.GET(new Request(`http://localhost/api/trpc/${path}`, { headers }));

afterEach(() => void vi.restoreAllMocks());

it("refuses a session's next event stream with 429 and Retry-After until one is closed", async () => {
  const claims = { userId: "nobody", sessionId: randomUUID(), sessionVersion: 1 };
  const cookie = `${sessionCookieOptions("session").name}=${await encode({ token: claims, secret: NEXTAUTH_SECRET })}`;
  const open = () => get("changes", { cookie });
  const streams: Response[] = [];
  for (let count = 0; count < MAX_EVENT_STREAMS_PER_SESSION; count += 1) streams.push(await open());
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await open();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
  expect(await refused.json()).toMatchObject({ error: { json: { data: { appCode: "RATE_LIMITED" } } } });
  await streams.pop()?.body?.cancel();
  streams.push(await open());
  expect(streams.at(-1)?.status).toBe(200);
  for (const { body } of streams) await body?.cancel();
});

it("logs a response that cannot be sent under the request id that it returns", async () => {
  const logged = vi.spyOn(log(), "error");
  const response = await get("broken", { "x-request-id": "request-0001" });
  expect(response.status).toBe(500);
  expect(response.headers.get("x-request-id")).toBe("request-0001");
  expect(await response.text()).toContain("request-0001");
  expect(logged).toHaveBeenCalledTimes(1);
  expect(logged.mock.calls[0]?.[0]).toMatchObject({ requestId: "request-0001" });
});
