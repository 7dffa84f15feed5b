import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { withMetrics } from "@/server/core/metrics.ts";
import { waitForIdle } from "./wait-for-idle.ts";

/** Requests that end when `answer` is called. */
function openRequests(count: number) {
  const answers: (() => void)[] = [];
  const handler = withMetrics({ method: "GET", path: "/held" }, async () => {
    await new Promise<void>((answer) => answers.push(answer));
    return new Response();
  });
  const answered = Promise.all(
    Array.from({ length: count }, () => handler(new Request("http://127.0.0.1/held"))),
  );
  return async () => {
    for (const answer of answers) answer();
    await answered;
  };
}

it("waits while many requests are active", async () => {
  const answer = openRequests(5);
  let isQuiet = false;
  const quiet = waitForIdle(60_000).then(() => {
    isQuiet = true;
  });
  await delay(200);
  expect(isQuiet).toBe(false);
  await answer();
  await quiet;
});

it("does not wait for a few requests", async () => {
  const answer = openRequests(2);
  await waitForIdle(60_000);
  await answer();
});

it("ends at the timeout", async () => {
  const answer = openRequests(5);
  await waitForIdle(100);
  await answer();
});
