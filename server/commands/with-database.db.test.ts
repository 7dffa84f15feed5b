import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbedded } from "../../db/embedded/embedded-postgres.ts";
import { listServerProcesses, startHost } from "../../e2e/process/postgres-fixture.ts";
import { killIfAlive, startProgram } from "../../e2e/process/program.ts";
import { createTestDatabase, type TestDatabase } from "../../e2e/support/database.ts";
import { openDataDir } from "../process/data-dir.ts";

let dataDir: string;

// Each way has one data directory, from its first command on.
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "drydock-commands-"));
  chmodSync(dataDir, 0o711);
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe("without DATABASE_URL", { timeout: 120_000 }, () => {
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
        output: "The database is not empty; the demo data goes into an empty one.\n",
      });
      const made = await run("admin-create", undefined, ["--email", "made@drydock.test"]);
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
});

describe("with DATABASE_URL", { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let seeded: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    rmSync(dataDir, { recursive: true });
    database = await createTestDatabase();
    seeded = await run("seed", database.url);
  }, 120_000);
  afterAll(() => database.drop());

  test("a command uses it, and only the uploads of the data directory", async () => {
    expect(seeded).toEqual({ exit: 0, output: expect.stringContaining("password") });
    expect(await query(database.url, (sql) => sql`select id from tenants`)).toHaveLength(3);
    expect(readdirSync(dataDir)).toEqual(["objects"]);
  });

  test("db-reset refuses, and removes nothing", async () => {
    const refused = await run("db-reset", database.url);
    expect(refused).toEqual({ exit: 1, output: expect.stringMatching(/^DATABASE_URL is set\./) });
    expect(readdirSync(dataDir)).toEqual(["objects"]);
    expect(await query(database.url, (sql) => sql`select id from tenants`)).toHaveLength(3);
  });

  test("the demo users have no passwords, and the Super Admin gets one once", async () => {
    expect(seeded.output).toMatch(/^The demo users .* admin:create -- --email admin@drydock\.test\n$/);
    expect(await peopleWithPassword(database.url)).toEqual([]);

    const made = await run("admin-create", database.url, ["--email", "admin@drydock.test"]);
    expect(made).toEqual({ exit: 0, output: expect.stringMatching(/^\S{20}\n$/) });
    const people = await peopleWithPassword(database.url);
    expect(people.map(({ email }) => email)).toEqual(["admin@drydock.test"]);
    expect(await verify(people[0]?.passwordHash ?? "", made.output.trim())).toBe(true);

    const again = await run("admin-create", database.url, ["--email", "admin@drydock.test"]);
    expect(again).toEqual({ exit: 0, output: expect.stringContaining("The password is unchanged") });
    expect(await peopleWithPassword(database.url)).toEqual(people);
  });

  test("a database that does not answer is one line and exit code 1", async () => {
    const { exit, output } = await run("migrate", "postgres://drydock:wrong@127.0.0.1:1/drydock");
    expect(exit).toBe(1);
    expect(output).toMatch(/^.*ECONNREFUSED.*\n$/);
  });
});

async function run(
  command: "migrate" | "seed" | "admin-create" | "db-reset",
  url?: string,
  args: string[] = [],
): Promise<{ exit: number | string; output: string }> {
  const { DATABASE_URL: _, DRYDOCK_EMBEDDED: __, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) };
  const program = startProgram(`server/commands/${command}.ts`, args, { env: env as NodeJS.ProcessEnv });
  return { exit: await program.exited, output: program.output() };
}

const peopleWithPassword = (url: string) =>
  query<{ email: string; passwordHash: string }>(
    url,
    (sql) => sql`select email, password_hash as "passwordHash" from users where password_hash is not null`,
  );

async function query<R extends object>(
  url: string,
  read: (sql: postgres.Sql) => PromiseLike<readonly object[]>,
): Promise<R[]> {
  const sql = postgres(url, { max: 1, connection: { "drydock.scope": "*" } });
  try {
    return [...(await read(sql))] as R[];
  } finally {
    await sql.end();
  }
}
