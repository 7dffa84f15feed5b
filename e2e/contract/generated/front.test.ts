import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { SECURITY_HEADERS } from "@/server/http/server/security-headers.ts";
import { FRONT } from "../entry-points.ts";
import { type RawRequest, sendRaw } from "../raw-http.ts";
import { SEED, sampleFrontRequests } from "./front-requests.ts";

/** `npm run test:all` sends 20,000. */
const REQUESTS = Number(process.env["GENERATED_REQUESTS"] ?? 400);
const CONCURRENCY = 16;

it("generated methods, paths and headers cause no server error, and every response has the security headers", {
  timeout: 600_000,
}, async () => {
  const requests = sampleFrontRequests(REQUESTS);
  for (let start = 0; start < requests.length; start += CONCURRENCY) {
    await Promise.all(requests.slice(start, start + CONCURRENCY).map(sendAndCheck));
  }
});

async function sendAndCheck(request: RawRequest): Promise<void> {
  const { start, headers, body } = request;
  const about = `seed ${SEED}: ${JSON.stringify({ start, headers, body })}`.slice(0, 2_000);
  let response = await sendRaw(FRONT, request);
  // On a stalled machine a request may time out; it is retried as `Retry-After` says.
  const retryAfter = response?.status === 503 && response.headers.get("retry-after");
  if (retryAfter) {
    await setTimeout(Number(retryAfter) * 1_000);
    response = await sendRaw(FRONT, request);
  }
  if (!response) throw new Error(`no response; ${about}`);
  expect(response.status, `${about} → ${response.text.slice(0, 500)}`).toBeLessThan(500);
  for (const name of Object.keys(SECURITY_HEADERS)) {
    expect(response.headers.get(name), `${name}; ${response.status}; ${about}`).toBeTruthy();
  }
}
