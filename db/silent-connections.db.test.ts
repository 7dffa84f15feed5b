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

it("gives up connections that went silent", async () => {
  await lineTo();
  database = openDatabase(line.through(own.url), 3, TIMEOUTS);
  const { sql } = database.systemDb;
  const askAll = () => Promise.all(Array.from({ length: 3 }, () => sql`select pg_sleep(0.1)`));
  await askAll();
  line.mute();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  const isBack = () =>
    askAll().then(
      () => true,
      () => false,
    );
  await expect.poll(isBack).toBe(true);
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

it("keeps a connection whose statement takes its time, after a long pause", async () => {
  await lineTo();
  database = openDatabase(line.through(own.url), 2, { ...TIMEOUTS, statementMs: 2_500 });
  const { sql } = database.systemDb;
  await sql.begin(async (tx) => {
    await tx`select 1`;
    // Meanwhile this connection idles for longer than it may be silent.
    for (let time = 0; time < 3; time += 1) await sql`select pg_sleep(2)`;
    expect(await tx`select pg_sleep(2)`).toHaveLength(1);
  });
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
