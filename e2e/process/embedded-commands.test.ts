import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbedded } from "@/db/embedded/embedded-postgres.ts";
import { openDataDir } from "@/server/process/data-dir.ts";
import { peopleWithPassword, runDatabaseCommand } from "./database-commands.ts";
import { listServerProcesses, startHost } from "./postgres-fixture.ts";
import { killIfAlive } from "./program.ts";

let dataDir: string;

// All tests share one data directory, from its first command on.
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "drydock-commands-"));
  chmodSync(dataDir, 0o711);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("concurrent commands wait for each other, including the first ones", async () => {
  const results = await Promise.all([run("migrate"), run("migrate"), run("migrate")]);
  const output = expect.stringMatching(/^(Waiting for the command of process \d+\n)?$/);
  expect(results).toEqual(Array(3).fill({ exit: 0, output }));
  expect(listServerProcesses(dataDir)).toEqual([]);
});

test("a command starts the embedded database for itself and leaves nothing running", async () => {
  expect(await run("seed")).toEqual({ exit: 0, output: "" });
  expect(listServerProcesses(dataDir)).toEqual([]);
  expect(readdirSync(dataDir)).not.toContain("lock");
  expect(Object.keys(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")))).toContain(
    "API_TOKEN_SECRET",
  );
});

test("a command uses the database of the running application and leaves it running", async () => {
  const held = openDataDir(dataDir);
  const server = await startEmbedded({ dataDir, log: () => {} });
  try {
    expect(await run("seed")).toEqual({
      exit: 1,
      output: "The database is not empty. Demo data can only be added to an empty database.\n",
    });
    const made = await run("admin-create", ["--email", "made@drydock.test"]);
    expect(made).toEqual({ exit: 0, output: expect.stringMatching(/^\S{20}\n$/) });
    const people = await peopleWithPassword(server.url);
    expect(people.map(({ email }) => email)).toContain("made@drydock.test");
    expect(await run("db-reset")).toEqual({
      exit: 1,
      output: expect.stringContaining("is in use by process"),
    });
  } finally {
    await server.stop();
    held.release();
  }
});

test("db-reset removes the database and the objects, and keeps the secrets", async () => {
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(["objects", "postgres", "postgres.json"]));
  expect(await run("db-reset")).toEqual({ exit: 0, output: expect.stringContaining(dataDir) });
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

test("the database starts anew after it, and db-reset stops a server that a killed application left", async () => {
  const host = await startHost(dataDir);
  killIfAlive(host.pid);
  await host.exited;
  expect(listServerProcesses(dataDir)).not.toEqual([]);
  expect(await run("db-reset")).toEqual({ exit: 0, output: expect.stringContaining(dataDir) });
  expect(listServerProcesses(dataDir)).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
});

const run = (command: Parameters<typeof runDatabaseCommand>[0]["command"], args: string[] = []) =>
  runDatabaseCommand({ command, args, dataDir });
