import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWriter } from "./embedded-postgres.writer.ts";
import {
  findServerPid,
  type Host,
  listServerProcesses,
  makeTempDirectory,
  startHost,
  stopHost,
} from "./postgres-fixture.ts";
import { startProgram, waitUntil } from "./program.ts";

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;

beforeEach(async () => {
  directory = makeTempDirectory();
  host = await startHost(directory.path);
});

afterEach(async () => {
  expect(await stopHost(host), host.output()).toBe(0);
  expect(listServerProcesses(directory.path)).toEqual([]);
  directory.remove();
});

describe("embedded PostgreSQL", () => {
  test("signs the application in as an ordinary role that owns a UTF-8 database", async () => {
    const [row] = await query(
      host.url,
      `select r.rolsuper, r.rolbypassrls, r.rolcreatedb, r.rolcreaterole, d.datname,
              pg_get_userbyid(d.datdba) as owner, pg_encoding_to_char(d.encoding) as encoding, d.datlocale
         from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
    );
    expect(row).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: true,
      rolcreaterole: false,
      datname: "drydock",
      owner: "drydock",
      encoding: "UTF8",
      datlocale: "C.UTF-8",
    });
  });

  test("syncs every commit to disk", async () => {
    const settings = await query(
      host.url,
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
    );
    expect(settings.map(({ setting }) => setting)).toEqual(["on", "on", "on"]);
  });

  test("has the same URL after a clean stop", async () => {
    const before = host;
    await query(before.url, "create table kept (id int)");
    expect(await stopHost(before)).toBe(0);
    host = await startHost(directory.path);
    expect(host.url).toBe(before.url);
    await query(host.url, "select * from kept");
  });

  test("fails with a message when its password is lost, and leaves no process", async () => {
    await stopHost(host);
    const settings = join(directory.path, "postgres.json");
    const kept = readFileSync(settings, "utf8");
    rmSync(settings);
    const refused = startProgram("e2e/process/postgres-host.ts", [directory.path]);
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain("The password in postgres.json does not match the cluster");
    expect(listServerProcesses(directory.path)).toEqual([]);
    writeFileSync(settings, kept);
    host = await startHost(directory.path);
  });

  test("is adopted after its parent was killed", async () => {
    const before = host;
    const server = findServerPid(directory.path);
    await query(before.url, "create table kept (id int)");
    process.kill(before.pid, "SIGKILL");
    expect(await before.exited).toBe("SIGKILL");
    await query(before.url, "select * from kept");

    host = await startHost(directory.path);
    expect(host.output()).toContain("using the running PostgreSQL");
    expect(findServerPid(directory.path)).toBe(server);
    expect(host.url).toBe(before.url);
  });

  test("is supervised after an adoption", async () => {
    process.kill(host.pid, "SIGKILL");
    await host.exited;
    host = await startHost(directory.path);
    await killServer(directory.path);
    await waitUntil(() => canConnect(host.url));
  });

  test("starts after it and its parent were killed during a statement", async () => {
    const busy = postgres(host.url, { max: 1 });
    const sleeping = busy`select pg_sleep(600)`.catch(() => "cut off");
    await waitUntil(async () => {
      const rows = await query(
        host.adminUrl,
        "select from pg_stat_activity where query like '%pg_sleep(600)%'",
      );
      return rows.length > 1;
    });
    const server = findServerPid(directory.path) ?? 0;
    process.kill(host.pid, "SIGKILL");
    process.kill(server, "SIGKILL");
    await host.exited;
    host = await startHost(directory.path);
    await busy.end({ timeout: 0 });
    expect(await sleeping).toBe("cut off");
    expect(findServerPid(directory.path)).not.toBe(server);
  });

  test("recovers within ten seconds of a kill, and no acknowledged row is lost", async () => {
    const writer = await startWriter(host.url);
    for (let round = 1; round <= 4; round++) {
      await waitUntil(() => writer.count() >= round * 200);
      await killServer(directory.path);
      const killedAt = Date.now();
      await waitUntil(() => canConnect(host.url));
      expect(Date.now() - killedAt).toBeLessThan(10_000);
    }
    const acknowledged = await writer.stop();
    const rows = await query(host.url, "select id from written");
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });
});

async function killServer(dataDir: string): Promise<void> {
  const pid = findServerPid(dataDir) ?? 0;
  process.kill(pid, "SIGKILL");
  await waitUntil(() => findServerPid(dataDir) !== pid);
}

async function query(url: string, text: string): Promise<postgres.Row[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

async function canConnect(url: string): Promise<boolean> {
  return query(url, "select 1").then(
    () => true,
    () => false,
  );
}
