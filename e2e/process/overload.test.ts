import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeUrls, type Settings } from "@/db/embedded/settings.ts";
import {
  createCliToken,
  fetchStatus,
  type Launched,
  launch,
  waitUntilOk,
  waitUntilRunning,
} from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram } from "./program.ts";

const ACME = "01900000-0000-7000-8000-00000000a001";
const FIELD_NOTES = "01900000-0000-7000-8000-00000000b001";
const BUILD = "01900000-0000-7000-8000-00000000d001";
const BUILD_SECRET = "a-build-secret-for-a-thousand-clients";
const CLIENTS = 1_000;
const CONNECTIONS = 10;
const RESPONSE_TIMEOUT_MS = 5_000;
const RECOVERY_TIMEOUT_MS = 10_000;

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched;
let token: string;
let sql: postgres.Sql;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  const dataDir = join(directory.path, "data");
  product = await launch(dataDir, {
    BUILD_SERVER_SECRET: BUILD_SECRET,
    RATE_LIMIT_SCALE: "1000",
    DATABASE_POOL_SIZE: String(CONNECTIONS),
    LOG_LEVEL: "silent",
  });
  await waitUntilRunning(product);
  token = await createCliToken(dataDir, ["BUILDS_READ", "BUILDS_CREATE"]);
  const settings = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8")) as Settings;
  sql = postgres(describeUrls(settings).url, { max: 1, connection: { "drydock.scope": "*" } });
}, 300_000);

afterAll(async () => {
  await sql.end();
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

interface TimedResponse {
  status: number;
  isProblem: boolean;
  retryAfter: number;
  ms: number;
}

/** A quarter each polls, opens a build, queues one and reports on one: reads and writes, of one statement and of several. */
async function sendOne(n: number): Promise<TimedResponse> {
  const json = { "Content-Type": "application/json" };
  // Each client comes on a connection of its own.
  const fresh = { Connection: "close" };
  const own = { Authorization: `Bearer ${token}`, "X-Tenant-Id": ACME };
  const post = (headers: object, body: object) => ({
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
  const calls: [string, RequestInit][] = [
    [`/api/apps/${FIELD_NOTES}/builds`, { headers: own }],
    [`/api/builds/${BUILD}`, { headers: own }],
    [`/api/apps/${FIELD_NOTES}/builds`, post(own, { platform: "ANDROID", version: `9.${n}.0` })],
    [
      "/api/builds/webhook/status",
      post({ "x-build-secret": BUILD_SECRET }, { buildId: BUILD, status: "IN_PROGRESS" }),
    ],
  ];
  const [path, init] = calls[n % calls.length] ?? ["/", {}];
  const startedAt = performance.now();
  const response = await fetch(product.origin + path, { ...init, headers: { ...init.headers, ...fresh } });
  await response.arrayBuffer();
  return {
    status: response.status,
    isProblem: response.headers.get("content-type") === "application/problem+json",
    retryAfter: Number(response.headers.get("retry-after")),
    ms: performance.now() - startedAt,
  };
}

const sendAll = () => Promise.all(Array.from({ length: CLIENTS }, (_, n) => sendOne(n)));

/** Baseline: milliseconds for a thousand health checks on this machine. */
async function measureBaseline(): Promise<number> {
  const startedAt = performance.now();
  const requests = Array.from({ length: CLIENTS }, () => fetchStatus(product, "/api/health"));
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
  return performance.now() - startedAt;
}

/** Every response is a success or a 503 with Retry-After, in time. */
function expectServedOrRejected(responses: TimedResponse[], baselineMs: number): void {
  const wrong = responses.filter(
    ({ status, isProblem, retryAfter }) =>
      !(status >= 200 && status < 300) && !(status === 503 && isProblem && retryAfter > 0),
  );
  expect(wrong).toEqual([]);
  expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(RESPONSE_TIMEOUT_MS + baselineMs);
}

async function expectRecovery(): Promise<void> {
  const outageEndedAt = performance.now();
  await waitUntilOk(product, "/api/ready");
  for (let n = 0; n < 4; n += 1) expect((await sendOne(n)).status).toBeLessThan(300);
  expect(performance.now() - outageEndedAt).toBeLessThan(RECOVERY_TIMEOUT_MS);
}

test("a thousand clients on ten connections get a response or 503 within five seconds", async () => {
  const baselineMs = await measureBaseline();
  const responses = await sendAll();
  expectServedOrRejected(responses, baselineMs);
  expect(responses.some(({ status }) => status < 300)).toBe(true);
  await expectRecovery();
});

test("also while the database is blocked, and rejected requests never run", async () => {
  const countBuilds = async () =>
    (await sql<{ count: number }[]>`select count(*)::integer from builds`)[0]?.count;
  const before = await countBuilds();
  const baselineMs = await measureBaseline();
  const held = sql.begin(async (tx) => {
    await tx`lock table builds in access exclusive mode`;
    await delay(7_000);
  });
  await delay(200);
  const responses = await sendAll();
  expectServedOrRejected(responses, baselineMs);
  await held;
  await expectRecovery();
  // `expectRecovery` has queued one; what was under way on a connection when its caller was told may still have ended.
  const queued = responses.filter(({ status }) => status === 201).length + 1;
  const stored = ((await countBuilds()) ?? 0) - (before ?? 0);
  expect(stored).toBeGreaterThanOrEqual(queued);
  expect(stored - queued).toBeLessThanOrEqual(CONNECTIONS);
});
