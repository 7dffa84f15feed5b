import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { withoutLeftOverErrors } from "./left-over-errors.ts";
import * as schema from "./schema/index.ts";
import { beginOnLiving } from "./transaction.ts";

export type Orm = PostgresJsDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Orm["transaction"]>[0]>[0];

/** A pool with two faces: `orm` for the rules, `sql` (tagged, prepared) for the few statements of the hot paths. */
export interface Pool {
  sql: postgres.Sql;
  orm: Orm;
}

/**
 * `walled` sees no tenant's rows until a transaction names its scope; `platform` sees all of them and is for what the
 * platform does of its own accord: looking up credentials, taking reports of workers, moderating, running jobs.
 */
export interface Database {
  walled: Pool;
  platform: Pool;
  close: () => Promise<void>;
}

/** The scope that opens every tenant's rows to row-level security. */
export const PLATFORM_SCOPE = "*";

/** How long the users of a pool wait at the most, in milliseconds. */
export interface Patience {
  /** For a connection that is free. */
  connectionMs: number;
  /** For a lock that somebody else holds. */
  lockMs: number;
  /** For one statement as a whole. */
  statementMs: number;
}

/** Of those who call and are answered within five seconds. */
const OF_CALLERS: Patience = { connectionMs: 3_000, lockMs: 3_000, statementMs: 4_000 };

/** Of an operator's command, which is better done late, on a disk that stalls, than not at all. */
export const OF_OPERATORS: Patience = { connectionMs: 60_000, lockMs: 60_000, statementMs: 120_000 };

/**
 * Opens both pools, `max` connections at the most in each. They connect at the first query and reconnect within a
 * second of the server's return.
 */
export function openDatabase(url: string, max = 10, patience = OF_CALLERS): Database {
  const walled = openPool(url, max, patience, {});
  const platform = openPool(url, max, patience, { "drydock.scope": PLATFORM_SCOPE });
  return {
    walled,
    platform,
    close: async () => {
      await Promise.all([walled.sql.end({ timeout: 5 }), platform.sql.end({ timeout: 5 })]);
    },
  };
}

/**
 * The value that `make` gives for `key`, made once per process. Next bundles the server's modules a second time, so
 * what must exist once (pools, caches, listeners) hangs on the process and not on a module.
 */
export function processSingleton<T>(key: string, make: () => T): T {
  const holder = globalThis as unknown as { [drydock]?: Map<string, unknown> };
  holder[drydock] ??= new Map();
  const singletons = holder[drydock];
  if (!singletons.has(key)) singletons.set(key, make());
  return singletons.get(key) as T;
}

const drydock = Symbol.for("drydock.singletons");

/**
 * postgres.js keeps what a statement wrote into a connection in the moment of its loss, and waits for it to be sent before
 * it sends anything more: such a connection would time out, at each attempt to open it anew, until a kilobyte has come
 * together. This makes a kilobyte of the first packet: the server refuses what was kept before it, and the attempt after
 * that is a clean one.
 */
const WRITTEN_AT_ONCE = "-".repeat(1_024);

function openPool(
  url: string,
  max: number,
  { connectionMs, lockMs, statementMs }: Patience,
  parameters: Record<string, string>,
): Pool {
  const client = postgres(url, {
    max,
    connect_timeout: connectionMs / 1000,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => undefined,
    // A connection that breaks during postgres.js' own query for types rejects where nobody can catch it.
    fetch_types: false,
    connection: {
      application_name: "drydock",
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: Math.max(10_000, statementMs),
      ...parameters,
      "drydock.padding": WRITTEN_AT_ONCE,
    },
  });
  const sql = withoutLeftOverErrors(client, max);
  return { sql, orm: drizzle(preparing(sql, connectionMs), { schema }) };
}

/**
 * The client as Drizzle uses it, with every statement prepared. Drizzle's statements are few and repeat; unprepared,
 * each costs a second round trip and a plan of its own.
 */
function preparing(sql: postgres.Sql, longestWaitMs: number): postgres.Sql {
  return new Proxy(sql, {
    get: (target, name) => {
      if (name === "unsafe") return unsafePrepared(target);
      if (name === "begin") return beginPrepared(target, longestWaitMs);
      return Reflect.get(target, name);
    },
  });
}

function unsafePrepared(sql: postgres.Sql) {
  return (text: string, parameters: never[]) => sql.unsafe(text, parameters, { prepare: true });
}

/**
 * Whoever has waited so long for a connection has been told to come back, or soon will be: nothing is begun for them, so
 * that what was refused is not done later, and the queue of an overloaded pool empties at once.
 */
function beginPrepared(sql: postgres.Sql, longestWaitMs: number) {
  return (run: (sql: postgres.TransactionSql) => Promise<unknown>) => {
    const askedAt = performance.now();
    return beginOnLiving(sql, (tx) => {
      if (performance.now() - askedAt > longestWaitMs) throw waitedTooLong();
      return run(tx);
    });
  };
}

const waitedTooLong = () =>
  Object.assign(new Error("no connection of the pool was free in time"), { code: "CONNECT_TIMEOUT" });
