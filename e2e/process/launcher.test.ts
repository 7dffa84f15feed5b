import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import {
  fetchStatus,
  type Launched,
  launch,
  launchWithNpm,
  listWebProcesses,
  waitUntilOk,
  waitUntilRunning,
} from "./launcher-fixture.ts";
import { findServerPid, killServer, listServerProcesses, makeTempDirectory } from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let dataDir: string;
let launched: Launched[];

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
}, 300_000);

beforeEach(() => {
  directory = makeTempDirectory();
  dataDir = join(directory.path, "data");
  launched = [];
});

afterEach(async () => {
  for (const { pid, exited } of launched) {
    if (findProcess(pid)) process.kill(pid, "SIGTERM");
    await exited;
  }
  killServer(dataDir);
  directory.remove();
});

async function start(env: Record<string, string> = {}): Promise<Launched> {
  const program = await launch(dataDir, env);
  launched.push(program);
  return program;
}

async function startAndWait(env: Record<string, string> = {}): Promise<Launched> {
  const program = await start(env);
  await waitUntilRunning(program);
  return program;
}

describe("the launcher", () => {
  test("rejects an invalid environment first, and names each invalid variable", async () => {
    const program = await start({ WEB_CONCURRENCY: "many", PORT: "http" });
    expect(await program.exited).toBe(1);
    expect(program.output()).toMatch(/WEB_CONCURRENCY/);
    expect(program.output()).toMatch(/PORT/);
    expect(program.output()).not.toMatch(/\n\s+at /);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("starts without a database, prints the URL and how to sign in, and leaves no process", async () => {
    const program = await startAndWait();
    expect(program.output()).toContain(program.origin);
    expect(program.output()).toContain("admin@drydock.test");
    expect(await fetchStatus(program, "/api/health")).toBe(200);
    process.kill(program.pid, "SIGTERM");
    expect(await program.exited).toBe(0);
    expect(listServerProcesses(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });

  test("reuses the data of the first start", async () => {
    const first = await startAndWait();
    expect(first.output()).toContain("demo data");
    process.kill(first.pid, "SIGTERM");
    await first.exited;
    const second = await startAndWait();
    expect(await fetchStatus(second, "/api/ready")).toBe(200);
    expect(second.output()).not.toContain("demo data");
  });

  test("rejects a data directory in use with one line", async () => {
    const first = await startAndWait();
    const second = await start();
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(
      `The data directory ${realpathSync(dataDir)} is in use by process ${first.pid}. Stop it, or set DATA_DIR to another directory.`,
    );
    expect(await fetchStatus(first, "/api/ready")).toBe(200);
  });

  test("rejects an address in use with one line, before it starts anything", async () => {
    const first = await startAndWait();
    const elsewhere = join(directory.path, "elsewhere");
    const second = await start({ PORT: new URL(first.origin).port, DATA_DIR: elsewhere });
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: the port is in use\. Set PORT/m);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("restarts after a kill on the database that kept running", async () => {
    const first = await startAndWait();
    const server = findServerPid(dataDir);
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    const second = await startAndWait();
    expect(await fetchStatus(second, "/api/ready")).toBe(200);
    expect(findServerPid(dataDir)).toBe(server);
    expect(second.output()).not.toContain("demo data");
    process.kill(second.pid, "SIGTERM");
    expect(await second.exited).toBe(0);
    expect(listServerProcesses(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });

  test("recovers within ten seconds of a kill of PostgreSQL", async () => {
    const program = await startAndWait();
    const server = findServerPid(dataDir) ?? 0;
    process.kill(server, "SIGKILL");
    const killedAt = Date.now();
    await waitUntil(() => ![server, null].includes(findServerPid(dataDir)));
    await waitUntilOk(program, "/api/ready");
    expect(Date.now() - killedAt).toBeLessThan(10_000);
  });

  test.each(["1", "2"])("with %s web processes survives a closed output pipe", async (count) => {
    const program = await startAndWait({ WEB_CONCURRENCY: count });
    program.stopReading();
    // A reason to log much, errors of Next included. PostgreSQL may be back before the page asks it.
    process.kill(findServerPid(dataDir) ?? 0, "SIGKILL");
    expect([200, 503]).toContain(await fetchStatus(program, "/marketplace"));
    await waitUntilOk(program, "/marketplace");
    process.kill(program.pid, "SIGTERM");
    expect(await program.exited).toBe(0);
  });

  test("handles one Ctrl-C, which reaches npm and all processes, once", async () => {
    const program = await launchWithNpm(dataDir);
    launched.push(program);
    await waitUntilRunning(program);
    process.kill(-program.pid, "SIGINT");
    expect(await program.exited).toBe(0);
    expect(program.output()).toContain("Shutting down");
    expect(listServerProcesses(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, "lock"))).toBe(false);
  });
});

describe("several web processes", () => {
  test("are replaced when they die", async () => {
    const program = await startAndWait({ WEB_CONCURRENCY: "2" });
    const before = listWebProcesses(program.pid);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, "SIGKILL");
    await program.waitFor(/exited/);
    await waitUntil(() => listWebProcesses(program.pid).filter((pid) => pid !== before[0]).length === 2);
    await waitUntilOk(program, "/api/ready");
  });

  test("stop with the launcher", async () => {
    const program = await startAndWait({ WEB_CONCURRENCY: "2" });
    const processes = listWebProcesses(program.pid);
    process.kill(program.pid, "SIGTERM");
    expect(await program.exited).toBe(0);
    expect(processes.filter(findProcess)).toEqual([]);
    expect(listServerProcesses(dataDir)).toEqual([]);
  });

  test("stop when the launcher was killed, and free the port", async () => {
    const program = await startAndWait({ WEB_CONCURRENCY: "2" });
    const processes = listWebProcesses(program.pid);
    process.kill(program.pid, "SIGKILL");
    await program.exited;
    await waitUntil(() => processes.filter(findProcess).length === 0);
    await startAndWait({ PORT: new URL(program.origin).port });
  });
});
