import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCliToken, type Launched, launch, waitUntilRunning } from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { killIfAlive, startProgram, waitUntil } from "./program.ts";

const METRICS_TOKEN = "a-metrics-token-for-these-tests-alone";
const ACME = "01900000-0000-7000-8000-00000000a001";
const BUILD_SECRET = "a-build-secret-for-these-tests-alone";
/** At this scale, an address without a credential may ask nine times a minute. */
const RATE_LIMIT_SCALE = "0.2";

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
  product = await launch(dataDir, {
    METRICS_TOKEN,
    BUILD_SERVER_SECRET: BUILD_SECRET,
    RATE_LIMIT_SCALE,
    TRUST_PROXY: "true",
    LOG_LEVEL: "info",
    SHUTDOWN_DELAY_SECONDS: "5",
  });
  await waitUntilRunning(product);
}, 300_000);

afterAll(async () => {
  killIfAlive(product.pid);
  await product.exited;
  directory.remove();
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(product.origin + path, { headers });

describe("metrics", () => {
  test("are for the token, and for this machine without a proxy", async () => {
    const plain = await ask("/api/metrics");
    expect(plain.status).toBe(200);
    expect(plain.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await plain.text()).toMatch(/^# HELP/m);
    const forwarded = { "X-Forwarded-For": "203.0.113.9" };
    for (const headers of [forwarded, { Via: "1.1 proxy" }]) {
      expect((await ask("/api/metrics", headers)).status).toBe(401);
    }
    expect((await ask("/api/metrics", { ...forwarded, Authorization: "Bearer wrong" })).status).toBe(401);
    const withToken = { ...forwarded, Authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await ask("/api/metrics", withToken)).status).toBe(200);
  });
});

describe("rate limits", () => {
  test("are in the headers of every response, and Retry-After of a 429", async () => {
    const served: Response[] = [];
    let refused = await ask("/api/openapi.json");
    for (; refused.status === 200; refused = await ask("/api/openapi.json")) served.push(refused);
    const remaining = served.map(({ headers }) => Number(headers.get("ratelimit-remaining")));
    expect(remaining).toEqual(remaining.map((_, i) => remaining.length - 1 - i));
    expect(served[0]?.headers.get("ratelimit-limit")).toBe("60");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-limit")).toBe("60");
    expect(refused.headers.get("ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({
      code: "RATE_LIMITED",
      detail: expect.stringMatching(/Try again at \d{4}-\d\d-\d\dT[\d:.]+Z/),
    });
  });

  test.each([
    ["port", ["198.51.100.7", "198.51.100.7:1", "198.51.100.7:65535", "10.0.0.1, 198.51.100.7:2"]],
    [
      "address within an IPv6 /64",
      ["2001:db8::1", "[2001:db8::2]:443", "2001:DB8:0:0:ffff::", "2001:db8::1%eth0"],
    ],
    ["text that is no address", ["unknown", "198.51.100.7:x", "198.51.100.256", "::1::", "a".repeat(200)]],
  ])("count one client whatever the %s", async (_, forwarded) => {
    const remaining: number[] = [];
    for (const address of forwarded) {
      const { headers } = await ask("/api/openapi.json", { "X-Forwarded-For": address });
      remaining.push(Number(headers.get("ratelimit-remaining")));
    }
    expect(remaining).toEqual(forwarded.map((_, count) => 59 - count));
  });

  test("by address affect neither valid credentials nor probes", async () => {
    const build = { buildId: "01900000-0000-7000-8000-00000000d001", status: "IN_PROGRESS" };
    const report = await fetch(`${product.origin}/api/builds/webhook/status`, {
      method: "POST",
      headers: { "x-build-secret": BUILD_SECRET, "Content-Type": "application/json" },
      body: JSON.stringify(build),
    });
    expect(report.status).toBe(200);
    expect(report.headers.get("ratelimit-limit")).toBe("6000");
    for (let i = 0; i < 10; i++) expect((await ask("/api/health")).status).toBe(200);
  });

  test("give a page the status 429", async () => {
    // At this scale an address may open twelve invitations in a quarter of an hour.
    let limited = await ask("/invite/a-secret");
    for (let opened = 1; limited.status === 404 && opened <= 12; opened += 1)
      limited = await ask("/invite/a-secret");
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await limited.text()).toContain("Too many attempts");
  });
});

describe("the log", () => {
  test("has actor and status of each request, and no secret", async () => {
    const token = await createCliToken(dataDir);
    const answer = await ask("/api/me?token=in-the-address", {
      Authorization: `Bearer ${token}`,
      "X-Tenant-Id": ACME,
      "X-Request-Id": "operation-test-1",
    });
    expect(answer.status).toBe(200);
    const line = await waitUntil(() => /^.*operation-test-1.*$/m.exec(product.output())?.[0] ?? null);
    expect(JSON.parse(line)).toMatchObject({
      requestId: "operation-test-1",
      method: "GET",
      path: "/api/me",
      actor: "token",
      tenant: ACME,
      status: 200,
      durationMs: expect.any(Number),
    });
    for (const secret of [token, "in-the-address", BUILD_SECRET, METRICS_TOKEN]) {
      expect(product.output()).not.toContain(secret);
    }
  });

  test("has pages and tRPC by their patterns, the trace of the caller, and the process of each line", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const idOf = (name: string) => ({ "X-Request-Id": `operation-test-${name}`, traceparent });
    await ask("/invite/secret-of-a-link?key=in-the-address", idOf("page"));
    await ask("/api/trpc/account.me?input=in-the-address", idOf("trpc"));
    const process = {
      release: expect.any(String),
      role: "web,jobs",
      host: expect.any(String),
      pid: product.pid,
    };
    for (const [name, path] of [
      ["page", "/invite/[secret]"],
      ["trpc", "/api/trpc/{trpc}"],
    ] as const) {
      const line = await waitUntil(
        () => new RegExp(`^.*operation-test-${name}.*"answered".*$`, "m").exec(product.output())?.[0] ?? null,
      );
      const expected = {
        method: "GET",
        path,
        status: expect.any(Number),
        traceId,
        durationMs: expect.any(Number),
      };
      expect(JSON.parse(line)).toMatchObject({ ...process, ...expected });
    }
    for (const secret of ["secret-of-a-link", "in-the-address"])
      expect(product.output()).not.toContain(secret);
  });
});

describe("pages", () => {
  test("are limited by address, and say so in HTML", async () => {
    const open = () => ask("/icon.svg", { Accept: "text/html" });
    let page = await open();
    // At this scale an address may open 120 pages a minute.
    for (let opened = 1; page.status === 200 && opened <= 120; opened += 1) page = await open();
    expect(page.status).toBe(429);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain("<h1>Too many requests</h1>");
    expect((await ask("/api/ready")).status).toBe(200);
  });
});

test("a process that is asked to stop is not ready, serves until load balancers know, and exits", async () => {
  process.kill(product.pid, "SIGTERM");
  await waitUntil(async () => (await ask("/api/ready")).status === 503);
  expect((await ask("/api/health")).status).toBe(200);
  // From an address that has used up no limit.
  expect((await ask("/sign-in", { "X-Forwarded-For": "198.51.100.77" })).status).toBe(200);
  expect(await product.exited).toBe(0);
});
