import { Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { type DatabaseLine, openLine } from "@/e2e/support/receivers/database-line.ts";
import { type Database, openDatabase } from "./client.ts";

const CONNECTIONS = 3;

let own: TestDatabase;
let line: DatabaseLine;
let direct: Database;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  line = await openLine(new URL(own.url));
  direct = openDatabase(own.url, 1);
  await direct.systemDb.sql`create table notes (text text)`;
});
afterAll(async () => {
  line.close();
  await direct.close();
  await own.drop();
});
beforeEach(() => {
  database = openDatabase(line.through(own.url), CONNECTIONS, {
    connectionMs: 3_000,
    lockMs: 20_000,
    statementMs: 20_000,
  });
});
afterEach(() => database.close());

const note = (text: string) => sql`insert into notes values (${text})`;

async function countNotes(text: string) {
  const [row] = await direct.systemDb.sql`select count(*)::integer as count from notes where text = ${text}`;
  return row?.["count"];
}

/** Query on each connection. It may fail only because the connection is being lost. */
const askAll = () =>
  Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      database.systemDb.sql`select 1`.then(
        () => "answered",
        (error: { code: string }) => error.code,
      ),
    ),
  );
const allOf = (outcome: string) => Array(CONNECTIONS).fill(outcome);

it("serves again at once after all connections were lost in the middle of transactions", async () => {
  const { orm } = database.systemDb;
  const outcomes = Promise.allSettled(
    Array.from({ length: CONNECTIONS }, () =>
      orm.transaction(async (tx) => {
        await tx.execute(note("lost"));
        await tx.execute(sql`select pg_sleep(20)`);
      }),
    ),
  );
  await expect.poll(() => sessionsThat("pg_sleep")).toBe(CONNECTIONS);
  line.cut();
  for (const { status } of await outcomes) expect(status).toBe("rejected");
  await Promise.all(
    Array.from({ length: 2 * CONNECTIONS }, () => orm.transaction((tx) => tx.execute(note("served")))),
  );
  expect(await countNotes("served")).toBe(2 * CONNECTIONS);
});

it("carries out nothing of a transaction whose connection was lost, wherever it goes on", async () => {
  let goOn = () => {};
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let late: Promise<unknown> = Promise.resolve();
  const outcome = database.systemDb.orm
    .transaction(async (tx) => {
      await tx.execute(note("early"));
      late = told.then(() => tx.execute(note("late")));
      await late;
    })
    .catch((error: unknown) => error);
  await expect.poll(() => sessionsThat("insert into notes")).toBe(1);
  line.cut();
  expect(await outcome).toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(await askAll()).toEqual(allOf("answered"));
  goOn();
  await expect(late).rejects.toMatchObject({ cause: { code: "CONNECTION_CLOSED" } });
  expect([await countNotes("early"), await countNotes("late")]).toEqual([0, 0]);
});

it("serves again after statements were written into connections in the moment of their loss", async () => {
  const sockets = watchSockets();
  expect(await askAll()).toEqual(allOf("answered"));
  const outcomes = await new Promise((resolve) => {
    setImmediate(() => {
      for (const socket of sockets()) socket.destroy();
      resolve(askAll());
    });
  });
  expect(outcomes).toEqual(allOf("CONNECTION_CLOSED"));
  expect(await askAll()).toEqual(allOf("answered"));
});

it.each<[string, () => Promise<unknown>]>([
  ["statements", async () => database.systemDb.sql`select 1 as one`],
  ["statements as text", async () => database.systemDb.sql.unsafe("select 1 as one", [], { prepare: true })],
  ["rows as arrays", async () => database.systemDb.sql`select 1 as one`.values()],
  ["Drizzle's statements", async () => database.systemDb.orm.execute(sql`select 1 as one`)],
  [
    "Drizzle's selections",
    async () => database.systemDb.orm.select({ one: sql`1` }).from(sql`notes`).limit(1),
  ],
  ["transactions", () => database.systemDb.orm.transaction((tx) => tx.execute(sql`select 1 as one`))],
  ["transactions as text", () => database.systemDb.sql.begin((tx) => tx`select 1 as one`)],
])("%s meet nothing of the end of a session that the server has ended before", async (_, ask) => {
  await direct.systemDb.sql`insert into notes values ('of nobody')`;
  const expected = await ask();
  const outcomes = Promise.allSettled(
    Array.from({ length: CONNECTIONS }, () => database.systemDb.sql`select pg_sleep(20) as ended`),
  );
  await expect.poll(() => sessionsThat("as ended")).toBe(CONNECTIONS);
  await direct.systemDb.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  for (const { status } of await outcomes) expect(status).toBe("rejected");
  const answers = await Promise.all(Array.from({ length: 2 * CONNECTIONS }, ask));
  expect(answers).toEqual(Array(2 * CONNECTIONS).fill(expected));
});

it("tells of the end of a session in the middle of a statement, and does not repeat that", async () => {
  const lost = database.systemDb.sql`
    with noted as (insert into notes values ('once')) select pg_sleep(20) as lost`.catch(
    (error: unknown) => error,
  );
  await expect.poll(() => sessionsThat("as lost")).toBe(1);
  await direct.systemDb.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  expect(await lost).toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(await askAll()).toEqual(allOf("answered"));
  expect([await countNotes("once"), await sessionsThat("as lost")]).toEqual([0, 0]);
});

it("rolls back what fails for another reason, and says which", async () => {
  const failing = database.systemDb.orm.transaction(async (tx) => {
    await tx.execute(note("rolled back"));
    throw Object.assign(new Error("the store is away"), { code: "ECONNRESET" });
  });
  await expect(failing).rejects.toThrow("the store is away");
  expect(await countNotes("rolled back")).toBe(0);
});

/** Sockets that connect from now on. */
function watchSockets(): () => Socket[] {
  const connecting = vi.spyOn(Socket.prototype, "connect");
  onTestFinished(() => connecting.mockRestore());
  return () => connecting.mock.contexts as Socket[];
}

/** Number of other sessions that run such a statement, or ran it last in their open transaction. */
async function sessionsThat(statement: string): Promise<number> {
  const sessions = await direct.systemDb.sql`
    select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and query like ${`%${statement}%`} and state <> 'idle'`;
  return sessions.length;
}
