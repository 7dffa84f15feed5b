import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Launched, launch, waitUntilOk, waitUntilRunning } from "./launcher-fixture.ts";
import { listServerProcesses, makeTempDirectory } from "./postgres-fixture.ts";
import { killIfAlive, startProgram } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
  product = await launch(dataDir);
  await waitUntilRunning(product);
}, 300_000);

afterAll(async () => {
  process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

const ask = (path: string) => fetch(product.origin + path);

test("requests get 503 within five seconds, and succeed within ten of its return", async () => {
  const processes = listServerProcesses(dataDir);
  expect(processes.length).toBeGreaterThan(0);
  for (const pid of processes) process.kill(pid, "SIGSTOP");
  try {
    const startedAt = performance.now();
    const ready = await ask("/api/ready");
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(ready.status).toBe(503);
    expect(Number(ready.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await ready.json()).toMatchObject({ code: "UNAVAILABLE" });
    expect((await ask("/api/health")).status).toBe(200);
    for (const page of ["/marketplace", "/marketplace/app-plugin/offline-sync", "/invite/a-secret"]) {
      const startedAt = performance.now();
      const answer = await ask(page);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  } finally {
    for (const pid of processes) process.kill(pid, "SIGCONT");
  }
  const back = performance.now();
  await waitUntilOk(product, "/api/ready");
  expect(performance.now() - back).toBeLessThan(10_000);
});

test("a page that is rendering gets 503, too", async () => {
  for (let time = 0; time < 3; time += 1) {
    // By now it is believed to be there, so the page asks it.
    await waitUntilOk(product, "/marketplace");
    for (const pid of listServerProcesses(dataDir)) killIfAlive(pid);
    expect([200, 503]).toContain((await ask("/marketplace/app-plugin/photo-annotate")).status);
    await waitUntilOk(product, "/api/ready");
  }
  // What Next and the job queue say of it are lines of the log like all others.
  expect(product.output()).not.toMatch(/^(\s*⨯|Trace:|\s+at )/m);
});
