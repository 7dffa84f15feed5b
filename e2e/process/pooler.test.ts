import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DatabaseLine, openLine } from "@/e2e/support/receivers/database-line.ts";
import { fetchStatus, type Launched, launch, waitUntilOk } from "./launcher-fixture.ts";
import { type Host, makeTempDirectory, startHost, stopHost } from "./postgres-fixture.ts";
import { killIfAlive, startProgram } from "./program.ts";

const settings = {
  NEXTAUTH_SECRET: "a-session-secret-for-tests-of-32-bytes",
  API_TOKEN_SECRET: "a-token-secret-for-tests-of-32-bytes",
};
/** Statements that need a session of their own, which a pooler does not lend. */
const SESSION_STATEMENTS = /\blisten "|pg_advisory_(un)?lock(_shared)?\(/i;

let directory: ReturnType<typeof makeTempDirectory>;
let host: Host;
let pooler: DatabaseLine;
const sessionStatements: string[] = [];
const running: Launched[] = [];

/** Stand-in for a pooler with `ignore_startup_parameters`: it passes user and database on, and nothing else. */
function passAsPooler(packet: Buffer, isFirst: boolean): Buffer {
  if (isFirst) return withoutParameters(packet);
  const [statement] = SESSION_STATEMENTS.exec(packet.toString("latin1")) ?? [];
  if (statement) sessionStatements.push(statement);
  return packet;
}

function withoutParameters(startup: Buffer): Buffer {
  const words = startup.subarray(8).toString().split("\0");
  const kept = words.flatMap((name, index) =>
    index % 2 === 0 && (name === "user" || name === "database") ? [name, words[index + 1] ?? ""] : [],
  );
  const body = Buffer.from(`${kept.join("\0")}\0\0`);
  const head = Buffer.alloc(4);
  head.writeInt32BE(body.length + 8);
  return Buffer.concat([head, startup.subarray(4, 8), body]);
}

beforeAll(async () => {
  expect(await startProgram("server/start.ts", ["--build-only"]).exited).toBe(0);
  directory = makeTempDirectory();
  host = await startHost(join(directory.path, "database"));
  pooler = await openLine(new URL(host.url), { pass: passAsPooler });
}, 300_000);

afterAll(async () => {
  for (const { pid } of running) killIfAlive(pid);
  await Promise.all(running.map(({ exited }) => exited));
  pooler.close();
  await stopHost(host);
  directory.remove();
});

async function start(name: string, urls: Record<string, string>): Promise<Launched> {
  const storage = { STORAGE_URL: `file:${join(directory.path, "objects")}` };
  const product = await launch(join(directory.path, name), { ...settings, ...storage, ...urls });
  running.push(product);
  return product;
}

test("a pooler that drops startup parameters is refused at start, with the cure", async () => {
  const product = await start("refused", { DATABASE_URL: pooler.through(host.url) });
  await product.waitFor(/DATABASE_URL: the connection ignores startup parameters.*DATABASE_PLATFORM_URL/);
  expect(await product.exited).not.toBe(0);
});

test("a role to which row-level security does not apply is refused at start, with the cure", async () => {
  const product = await start("superuser", { DATABASE_URL: host.adminUrl });
  await product.waitFor(/row-level security does not apply to the role .*NOSUPERUSER NOBYPASSRLS/);
  expect(await product.exited).not.toBe(0);
});

test("behind a pooler the product works with a role of the platform and a direct URL", async () => {
  const admin = postgres(host.adminUrl, { max: 1 });
  const role = new URL(host.url).username;
  await admin.unsafe(`
    create role drydock_platform login password 'platform' in role ${role};
    alter role drydock_platform set drydock.scope = '*'`);
  for (const name of [role, "drydock_platform"])
    await admin.unsafe(`
      alter role ${name} set statement_timeout = '4s';
      alter role ${name} set lock_timeout = '3s';
      alter role ${name} set idle_in_transaction_session_timeout = '10s'`);
  const platformUrl = Object.assign(new URL(pooler.through(host.url)), {
    username: "drydock_platform",
    password: "platform",
  }).href;
  const product = await start("pooled", {
    DATABASE_URL: pooler.through(host.url),
    DATABASE_PLATFORM_URL: platformUrl,
    DATABASE_DIRECT_URL: host.url,
  });
  await waitUntilOk(product, "/api/ready");
  await waitUntilOk(product, "/marketplace");
  expect(await fetchStatus(product, "/sign-in")).toBe(200);
  expect(sessionStatements).toEqual([]);

  await admin`alter role drydock_platform reset drydock.scope`;
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'drydock_platform'`;
  expect(await fetchStatus(product, "/api/ready")).toBe(503);
  await admin.end();
});
