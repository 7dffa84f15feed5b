import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleWithPassword, query, runDatabaseCommand } from "@/e2e/process/database-commands.ts";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";

/** Data directory that does not hold the database. */
let dataDir: string;
let database: TestDatabase;
let seeded: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "drydock-commands-"));
  database = await createTestDatabase();
  seeded = await run("seed", database.url);
}, 120_000);

afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

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

test("a reset link is printed for an existing account, and nothing else changes", async () => {
  const before = await peopleWithPassword(database.url);
  const reset = (email: string) => run("admin-create", database.url, ["--email", email, "--reset"]);
  expect(await reset("dev@acme.test")).toEqual({
    exit: 0,
    output: expect.stringMatching(/^https?:\/\/\S+\/reset-password\?token=[\w-]{43}\n$/),
  });
  expect(await peopleWithPassword(database.url)).toEqual(before);
  const roles = await query(
    database.url,
    (sql) => sql`select platform_role from users where email = 'dev@acme.test'`,
  );
  expect(roles).toEqual([{ platform_role: null }]);
  expect(await reset("unknown@acme.test")).toEqual({
    exit: 1,
    output: expect.stringMatching(/^User not found\./),
  });
});

test("a database that does not answer is one line and exit code 1", async () => {
  const { exit, output } = await run("migrate", "postgres://drydock:wrong@127.0.0.1:1/drydock");
  expect(exit).toBe(1);
  expect(output).toMatch(/^.*ECONNREFUSED.*\n$/);
});

const run = (
  command: Parameters<typeof runDatabaseCommand>[0]["command"],
  url?: string,
  args: string[] = [],
) => runDatabaseCommand({ command, dataDir, args, ...(url && { url }) });
