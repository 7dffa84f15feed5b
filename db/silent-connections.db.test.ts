import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { type DatabaseLine, openLine } from "@/e2e/support/receivers/database-line.ts";
import { type Database, openDatabase, openJobPool } from "./client.ts";

/** With the margin, a connection may be silent for two and a half seconds. */
const TIMEOUTS = { connectionMs: 3_000, lockMs: 500, statementMs: 500 };

let own: TestDatabase;
let line: DatabaseLine;
let database: Database | undefined;

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());
afterEach(async () => {
  await database?.close();
  database = undefined;
  line.close();
});

const lineTo = async (hasTls = false) => {
  line = await openLine(new URL(own.url), { hasTls });
};

it("gives up a connection that went silent, and all that were silent as long", async () => {
  await lineTo();
  database = openDatabase(line.through(own.url), 3, TIMEOUTS);
  const { sql } = database.systemDb;
  const askAll = () => Promise.all(Array.from({ length: 3 }, () => sql`select pg_sleep(0.1)`));
  await askAll();
  line.mute();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  // The other two have asked nothing since.
  await askAll();
});

it("listens again after a time without heartbeats, and gives up all that were silent as long, behind TLS too", async () => {
  await lineTo(true);
  database = openDatabase(`${line.through(own.url)}?sslmode=require`, 1, TIMEOUTS);
  const { sql } = database.systemDb;
  const heard: string[] = [];
  const onListening = vi.fn();
  await database.listen("news", (message) => heard.push(message), onListening);
  await sql`select 1`;
  line.mute();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  await expect.poll(() => onListening).toHaveBeenCalledTimes(2);
  await sql`select pg_notify('news', 'again')`;
  await expect.poll(() => heard).toEqual(["again"]);
});

it("keeps a connection whose statement takes its time", async () => {
  await lineTo();
  database = openDatabase(line.through(own.url), 1, { ...TIMEOUTS, statementMs: 6_000 });
  const { sql } = database.systemDb;
  const findSession = async () => (await sql`select pg_backend_pid() as pid`)[0]?.["pid"];
  const session = await findSession();
  await sql`select pg_sleep(5)`;
  expect(await findSession()).toBe(session);
});

it("gives up a connection of the job queue that went silent", async () => {
  await lineTo();
  const pool = openJobPool(line.through(own.url), 1, 500);
  await pool.query("select 1");
  line.mute();
  await expect(pool.query("select 1")).rejects.toThrow("Connection terminated");
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
