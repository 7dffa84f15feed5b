import { Writable } from "node:stream";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { processSingleton } from "@/db/client.ts";
import { createContext } from "@/server/core/context.ts";
import { AppError } from "@/shared/errors.ts";
import { type RequestContext, withErrorHandling } from "./error-boundary.ts";

const lines: string[] = [];
const sink = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
processSingleton("log", () => pino({ level: "info" }, sink));

const request = () =>
  new Request("http://host/api/things?token=in-the-query", {
    headers: { authorization: "Bearer a-secret-token", "x-request-id": "request-0001" },
  });

async function answerTo(answer: (requestContext: RequestContext) => Promise<Response>) {
  lines.length = 0;
  const response = await withErrorHandling("token", (_request, requestContext) => answer(requestContext))(
    request(),
  );
  return { response, log: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe("withErrorHandling", () => {
  it("logs actor, path and status, and no secret", async () => {
    const { log } = await answerTo(async (requestContext) => {
      requestContext.ctx = createContext(
        { kind: "worker", workerId: "linux-1" },
        requestContext.requestId,
        null as never,
      );
      return new Response("{}");
    });
    expect(log).toMatchObject([
      { requestId: "request-0001", path: "/api/things", actor: "worker", actorId: "linux-1", status: 200 },
    ]);
    expect(lines.join()).not.toMatch(/a-secret-token|in-the-query/);
  });

  it("hides an internal error from the client and logs it", async () => {
    const { response, log } = await answerTo(async () => {
      throw new Error("relation secrets does not exist");
    });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("relation");
    expect(log[0]).toMatchObject({ msg: "INTERNAL", err: { message: "relation secrets does not exist" } });
  });

  it("throttles the warning about missing configuration to one per minute", async () => {
    const ask = () =>
      answerTo(async () => {
        throw new AppError("PROVIDER_NOT_CONFIGURED", "STRIPE_WEBHOOK_SECRET is not set.");
      });
    const warningsOf = ({ log }: Awaited<ReturnType<typeof ask>>) =>
      log.filter(({ msg }) => msg === "PROVIDER_NOT_CONFIGURED");
    const first = await ask();
    expect(first.response.status).toBe(503);
    const said = warningsOf(first);
    expect(said).toMatchObject([
      { level: pino.levels.values["warn"], detail: expect.stringContaining("not set") },
    ]);
    expect(said[0]).not.toHaveProperty("err");
    const second = await ask();
    expect(second.response.status).toBe(503);
    expect(warningsOf(second)).toEqual([]);
  });

  it("puts the headers of the request context on errors too", async () => {
    const { response } = await answerTo(async ({ headers }) => {
      headers["RateLimit-Limit"] = "60";
      throw new AppError("RATE_LIMITED", "Too many requests.", { retryAfterSeconds: 7 });
    });
    expect(response.headers.get("ratelimit-limit")).toBe("60");
    expect(response.headers.get("retry-after")).toBe("7");
  });
});
