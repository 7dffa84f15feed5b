import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import { RESPONSE_TIMEOUT_MS } from "@/server/core/timeouts.ts";
import {
  fetchStatus,
  type Launched,
  launch,
  listPageProcesses,
  waitUntilOk,
  waitUntilRunning,
} from "./launcher-fixture.ts";
import { makeTempDirectory } from "./postgres-fixture.ts";
import { killIfAlive, startProgram, waitUntil } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let product: Launched;

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
}, 300_000);

beforeEach(async () => {
  if (product && findProcess(product.pid)) return;
  product = await launch(join(directory.path, "data"));
  await waitUntilRunning(product);
});

afterAll(async () => {
  if (findProcess(product.pid)) process.kill(product.pid, "SIGTERM");
  await product.exited;
  directory.remove();
});

test("it forwards every cookie, and no hop-by-hop headers", async () => {
  const ask = (agent: Agent) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get(`${product.origin}/api/auth/csrf`, { agent }, resolve).on("error", reject),
    );
  const closing = await ask(new Agent({ keepAlive: false }));
  expect(closing.headers.connection).toBe("close");
  expect(closing.headers["set-cookie"]).toHaveLength(2);
  closing.resume();
  const agent = new Agent({ keepAlive: true });
  const staying = await ask(agent);
  expect(staying.headers).toMatchObject({ connection: "keep-alive", "keep-alive": "timeout=5" });
  staying.resume();
  await once(staying, "end");
  agent.destroy();
});

test("a request during a restart waits for the new process, and REST keeps working", async () => {
  const pid = pageProcess();
  process.kill(pid, "SIGKILL");
  const askedAt = Date.now();
  const page = fetchStatus(product, "/marketplace");
  expect(await fetchStatus(product, "/api/ready")).toBe(200);
  expect(pageProcess()).not.toBe(pid);
  // If the next process takes longer than the timeout, the wait is the timeout.
  if ((await page) !== 200) expect(Date.now() - askedAt).toBeGreaterThanOrEqual(RESPONSE_TIMEOUT_MS);
  await waitUntilOk(product, "/marketplace");
});

test("a GET gets 503 after the timeout, other methods at once", async () => {
  const killing = new AbortController();
  const killed = keepKilling(killing.signal);
  const [page, sent] = await Promise.all([
    fetch(`${product.origin}/marketplace`, { headers: { Accept: "text/html" } }),
    fetch(`${product.origin}/api/auth/signout`, { method: "POST" }),
  ]);
  killing.abort();
  await killed;
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("2");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("Pages are restarting.");
  expect(sent.status).toBe(503);
  expect(await sent.json()).toMatchObject({ code: "UNAVAILABLE", status: 503 });
  await waitUntilOk(product, "/marketplace");
});

test("one that hangs is replaced, and waiting requests are served", async () => {
  const pid = pageProcess();
  process.kill(pid, "SIGSTOP");
  const page = fetchStatus(product, "/marketplace");
  await waitUntil(() => findProcess(pid) === null);
  expect(product.output()).toContain(`Page process ${pid} is not responding`);
  expect([200, 503]).toContain(await page);
  await waitUntilOk(product, "/marketplace");
});

test("it stops with the web process, and leaves nothing behind", async () => {
  const pid = pageProcess();
  const directoryOfSocket = socketDirectory(pid);
  expect(existsSync(directoryOfSocket)).toBe(true);
  process.kill(product.pid, "SIGTERM");
  expect(await product.exited).toBe(0);
  expect(findProcess(pid)).toBeNull();
  expect(existsSync(directoryOfSocket)).toBe(false);
});

test("it stops after its web process was killed", async () => {
  const pid = pageProcess();
  const directoryOfSocket = socketDirectory(pid);
  process.kill(product.pid, "SIGKILL");
  await waitUntil(() => findProcess(pid) === null);
  expect(existsSync(directoryOfSocket)).toBe(false);
});

test("a TMPDIR whose path is too long for a socket is rejected", async () => {
  const TMPDIR = join(directory.path, "t".repeat(100));
  mkdirSync(TMPDIR);
  const program = await launch(join(directory.path, "other"), { TMPDIR });
  expect(await program.exited).toBe(1);
  expect(program.output()).toContain("TMPDIR");
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith("drydock-pages"))).toEqual([]);
});

const pageProcess = (): number => listPageProcesses(product.pid)[0] ?? 0;

/** Its last argument is the socket. */
const socketDirectory = (pid: number): string => {
  const words = execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  return dirname(words.trim().split(" ").at(-1) ?? "");
};

async function keepKilling(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pid = pageProcess();
    if (pid) killIfAlive(pid);
    await delay(20);
  }
}
