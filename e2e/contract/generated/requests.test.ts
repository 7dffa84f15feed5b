import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createEntity } from "@/db/factories.ts";
import { describeBothEntryPoints } from "../entry-points.ts";
import { BUILD_SECRETS } from "../environment.ts";
import { createAccount, db } from "../fixtures.ts";
import { type Operation, readOperations } from "./operations.ts";
import { type GeneratedRequest, sampleRequests } from "./requests.ts";

/** Requests per entry point; `npm run test:all` sends 20,000 to the production server. */
const REQUESTS = process.env["GENERATED_REQUESTS"]
  ? { front: Number(process.env["GENERATED_REQUESTS"]), next: 1_000 }
  : { front: 1_500, next: 600 };
const CONCURRENCY = 16;

describeBothEntryPoints("generated requests", (entryPoint) => {
  it("cause no server error, and every response is declared in the document", {
    timeout: 240_000,
  }, async () => {
    const operations = (await readOperations(entryPoint.origin)).filter(
      ({ path }) => path !== "/api/metrics",
    );
    const known = await createKnownValues();
    const each = Math.ceil(REQUESTS[entryPoint.name] / operations.length);
    const seen = new Map<number, number>();
    for (const operation of operations) {
      const requests = sampleRequests(operation, known, each);
      for (let start = 0; start < requests.length; start += CONCURRENCY) {
        const batch = requests.slice(start, start + CONCURRENCY).map(async (request) => {
          const status = await sendAndValidate(entryPoint.origin, operation, request);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        });
        await Promise.all(batch);
      }
    }
    // The generator must reach successes and every kind of error.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 409, 415, 422]));
  });
});

async function createKnownValues() {
  const { token, tenantId } = await createAccount();
  const app = await createApp(db(), { tenantId });
  const builds = await Promise.all(
    [1, 2, 3].map((number) => createBuild(db(), { tenantId, appId: app.id, number })),
  );
  const entity = await createEntity(db(), { type: "APP_PLUGIN", tenantId });
  const ids = [app.id, entity.id, ...builds.map(({ id }) => id)];
  return { token, tenantId, ids, buildSecret: BUILD_SECRETS.BUILD_SERVER_SECRET[0] };
}

async function sendAndValidate(
  origin: string,
  operation: Operation,
  request: GeneratedRequest,
): Promise<number> {
  const { method, target, headers, body } = request;
  const send = () => fetch(origin + target, { method, headers, ...(body !== undefined && { body }) });
  let response = await send();
  // On a stalled machine a request may time out; it is retried as `Retry-After` says.
  const retryAfter = response.status === 503 && response.headers.get("retry-after");
  if (retryAfter) {
    await setTimeout(Number(retryAfter) * 1_000);
    response = await send();
  }
  const text = await response.text();
  const about = `${method} ${target} ${body?.slice(0, 300)} → ${response.status} ${text.slice(0, 300)}`;
  expect(response.status, about).toBeLessThan(500);
  const validate = operation.responses.get(response.status);
  expect(validate, `an undeclared status: ${about}`).not.toBeUndefined();
  if (validate) expect(validate(JSON.parse(text)), `${about}\n${JSON.stringify(validate.errors)}`).toBe(true);
  if (response.status >= 400)
    expect(response.headers.get("content-type"), about).toBe("application/problem+json");
  return response.status;
}

describe("the document", () => {
  it("is the same behind both entry points", async () => {
    const { FRONT, NEXT } = await import("../entry-points.ts");
    const [front, next] = await Promise.all(
      [FRONT, NEXT].map((entryPoint) => fetch(`${entryPoint.origin}/api/openapi.json`)),
    );
    expect(await next?.json()).toEqual(await front?.json());
  });
});
