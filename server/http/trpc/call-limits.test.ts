import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { createTrpcHandlers } from "./handler.ts";
import { createCallerFactory, publicProcedure, router } from "./procedures.ts";

const NEXTAUTH_SECRET = "a-secret-of-tests-with-more-than-32-bytes";
completeEnv({
  LOG_LEVEL: "silent",
  DRYDOCK_EMBEDDED: "true",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  NEXTAUTH_SECRET,
});

const calls = router({
  look: publicProcedure.query(() => "seen"),
  change: publicProcedure.mutation(() => "changed"),
});
const handlers = createTrpcHandlers(calls);

const CALLS_PER_BATCH = 10;

/** Sends calls in batches of ten, as one user or without a session, and returns the last response. */
async function sendCalls(method: "GET" | "POST", count: number, headers: Record<string, string>) {
  const name = method === "GET" ? "look" : "change";
  const path = Array(CALLS_PER_BATCH).fill(name).join();
  const body = method === "POST" ? { body: "{}", method } : {};
  const url = `http://localhost/api/trpc/${path}?batch=1`;
  const send = () =>
    handlers[method](
      new Request(url, {
        headers: { ...headers, "content-type": "application/json", host: "localhost" },
        ...body,
      }),
    );
  for (let sent = CALLS_PER_BATCH; sent < count; sent += CALLS_PER_BATCH) await send();
  return send();
}

async function signIn(userId: string) {
  const token = await encode({
    token: { userId, sessionId: randomUUID(), sessionVersion: 1 },
    secret: NEXTAUTH_SECRET,
  });
  return { cookie: `${sessionCookieOptions("session").name}=${token}` };
}

it.each([
  ["queries of a person", "GET", RATE_LIMITS["trpc-query"].points],
  ["mutations of a person", "POST", RATE_LIMITS["trpc-mutation"].points],
] as const)("limits %s, each call of a batch counted", async (_, method, points) => {
  const person = await signIn(`person-${method}`);
  expect((await sendCalls(method, points, person)).status).toBe(200);
  const refused = await sendCalls(method, CALLS_PER_BATCH, person);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const [answer] = (await refused.json()) as [unknown];
  expect(answer).toMatchObject({ error: { json: { data: { appCode: "RATE_LIMITED" } } } });
  expect((await sendCalls(method, CALLS_PER_BATCH, await signIn(`other-${method}`))).status).toBe(200);
});

it("limits calls without a session by address", async () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  expect((await sendCalls("GET", RATE_LIMITS["trpc-anonymous"].points, from("192.0.2.1"))).status).toBe(200);
  expect((await sendCalls("GET", CALLS_PER_BATCH, from("192.0.2.1"))).status).toBe(429);
  expect((await sendCalls("GET", CALLS_PER_BATCH, from("192.0.2.2"))).status).toBe(200);
});

it("does not limit calls of rendering pages", async () => {
  const caller = createCallerFactory(calls)({
    session: null,
    requestId: "request-0001",
    address: "192.0.2.3",
  });
  for (let count = 0; count <= RATE_LIMITS["trpc-anonymous"].points; count += 1) await caller.look();
  expect(await caller.look()).toBe("seen");
});
