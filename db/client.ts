import { Socket } from "node:net";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import pg from "pg";
import postgres from "postgres";
import * as schema from "./schema/index.ts";
import { KEEP_ALIVE_DELAY_MS, type SilenceLimits, socketOpener, watchSilence } from "./silent-connections.ts";
import { withoutStaleConnectionErrors } from "./stale-connection-errors.ts";

export type Orm = PostgresJsDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Orm["transaction"]>[0]>[0];

/**
 * Database as a reading function sees it; a transaction is one too. `execute` runs queries that the query builder cannot
 * express, such as recursive ones. The type cannot tell whether its SQL reads: SQL that writes takes a `Transaction`.
 */
export type Reader = Pick<
  Orm,
  "select" | "selectDistinct" | "selectDistinctOn" | "query" | "$count" | "execute"
>;

/** Connection pool with two interfaces: `orm` for services, `sql` (tagged, prepared) for the few hot statements. */
export interface Pool {
  sql: postgres.Sql;
  orm: Orm;
}

/**
 * The two pools by row-level security. `tenantDb` sees no tenant's rows until a transaction sets its scope. `systemDb` sees
 * the rows of all tenants: for credentials, workers' reports, moderation and jobs.
 */
export interface Database {
  tenantDb: Pool;
  systemDb: Pool;
  /** Listens on a channel, over a connection that belongs to this process alone, and again when it was lost. */
  listen: (...args: Parameters<postgres.Sql["listen"]>) => Promise<unknown>;
  /** Notifies over a connection of its own: the heartbeats of caches do not wait for the pools under load. */
  notify: (channel: string, payload: string) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Value of `drydock.scope` under which row-level security shows the rows of all tenants. */
export const PLATFORM_SCOPE = "*";

/** Timeouts of a pool in milliseconds: for a free connection, for a lock, for a whole statement. */
export interface PoolTimeouts {
  connectionMs: number;
  lockMs: number;
  statementMs: number;
}

/** Timeouts for requests, which are answered within five seconds. */
const REQUEST_TIMEOUTS: PoolTimeouts = { connectionMs: 3_000, lockMs: 3_000, statementMs: 4_000 };

/** Timeouts for operators' commands: long enough for a stalling disk. */
export const COMMAND_TIMEOUTS: PoolTimeouts = { connectionMs: 60_000, lockMs: 60_000, statementMs: 120_000 };

/**
 * URLs behind a connection pooler that lends a connection for one transaction. It drops startup parameters, so that the role
 * of `platformUrl` has the platform's scope; and it takes no session, so that `directUrl` leads past it.
 */
export interface PoolerUrls {
  platformUrl?: string | undefined;
  directUrl?: string | undefined;
}

/** Opens both pools with up to `max` connections each. They connect at the first query and reconnect within a second. */
export function openDatabase(
  url: string,
  max = 10,
  timeouts = REQUEST_TIMEOUTS,
  { platformUrl = url, directUrl = url }: PoolerUrls = {},
): Database {
  const tenantDb = openPool(url, max, timeouts, {});
  const scope = { "drydock.scope": PLATFORM_SCOPE };
  const systemDb = openPool(platformUrl, max, timeouts, scope);
  const listener = openPool(directUrl, 1, timeouts, scope, LISTENER_LIMITS);
  const notifier = openPool(directUrl, 1, timeouts, scope);
  const notify = (channel: string, payload: string) => notifier.sql.notify(channel, payload);
  const heartbeat = startHeartbeat(listener.sql, notify);
  return {
    tenantDb,
    systemDb,
    listen: async (...args) => {
      await heartbeat.listen();
      return listener.sql.listen(...args);
    },
    notify,
    close: async () => {
      heartbeat.stop();
      await Promise.all([tenantDb, systemDb, listener, notifier].map(({ sql }) => sql.end({ timeout: 5 })));
    },
  };
}

const HEARTBEAT_CHANNEL = "drydock_heartbeat";
/** Three heartbeats fit into the silence after which the listening connection is given up. */
const HEARTBEAT_INTERVAL_MS = 3_000;

/** Heartbeat of a listening connection from its first use on, without which its silence would tell nothing. */
function startHeartbeat(listener: postgres.Sql, notify: Database["notify"]) {
  let listening: Promise<unknown> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const beat = () => void notify(HEARTBEAT_CHANNEL, "").catch(() => undefined);
  return {
    listen: async () => {
      listening ??= listener.listen(HEARTBEAT_CHANNEL, () => undefined);
      await listening.catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
      timer ??= setInterval(beat, HEARTBEAT_INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/**
 * Problem of the pools for which row-level security would hide every row or none: a role to which the policies do not apply,
 * or a scope or timeouts that did not arrive. Names the variable and the cure; null if all is well.
 */
export async function findConnectionProblem({ tenantDb, systemDb }: Database): Promise<string | null> {
  const [tenants, platform] = await Promise.all([tenantDb, systemDb].map(({ sql }) => readSession(sql)));
  for (const session of [tenants, platform]) {
    if (session?.ignoresPolicies)
      return (
        `DATABASE_URL: row-level security does not apply to the role ${session.role}; run ` +
        `ALTER ROLE ${session.role} NOSUPERUSER NOBYPASSRLS`
      );
  }
  if (platform?.scope !== PLATFORM_SCOPE || !platform.hasTimeout || !tenants?.hasTimeout)
    return (
      "DATABASE_URL: the connection ignores startup parameters, as poolers do; connect to PostgreSQL directly, or set " +
      'DATABASE_PLATFORM_URL and DATABASE_DIRECT_URL (docs/scaling.md, "Connection poolers")'
    );
  if (tenants.scope)
    return `DATABASE_URL: the role ${tenants.role} has a scope; run ALTER ROLE ${tenants.role} RESET drydock.scope`;
  return null;
}

interface Session {
  role: string;
  scope: string | null;
  hasTimeout: boolean;
  ignoresPolicies: boolean;
}

async function readSession(sql: postgres.Sql): Promise<Session | undefined> {
  const [session] = await sql<Session[]>`
    select rolname as role, nullif(current_setting('drydock.scope', true), '') as scope,
      current_setting('statement_timeout') <> '0' as "hasTimeout", rolsuper or rolbypassrls as "ignoresPolicies"
    from pg_roles where rolname = current_user`;
  return session;
}

/**
 * Singleton of the process: `make` is called once per `key`. Next bundles the server's modules a second time, so pools,
 * caches and listeners live on `globalThis` and not in a module.
 */
export function processSingleton<T>(key: string, make: () => T): T {
  const holder = globalThis as unknown as { [SINGLETONS]?: Map<string, unknown> };
  holder[SINGLETONS] ??= new Map();
  const singletons = holder[SINGLETONS];
  if (!singletons.has(key)) singletons.set(key, make());
  return singletons.get(key) as T;
}

const SINGLETONS = Symbol.for("drydock.singletons");

/**
 * Padding of the startup packet to one kilobyte. postgres.js keeps bytes written to a connection that was just lost and
 * sends them with the next packet once a kilobyte is full; until then every attempt to reconnect would time out. With the
 * padding the server rejects the kept bytes at the first attempt, and the second one succeeds.
 */
const STARTUP_PADDING = "-".repeat(1_024);

/** Time beyond a statement's timeout after which a connection without an answer counts as dead. */
const SILENCE_MARGIN_MS = 2_000;
/** Several times `HEARTBEAT_INTERVAL_MS`, at which a listening process notifies itself. */
const LISTENER_LIMITS: SilenceLimits = { maxSilenceMs: 10_000, isListener: true };

function openPool(
  url: string,
  max: number,
  { connectionMs, lockMs, statementMs }: PoolTimeouts,
  parameters: Record<string, string>,
  limits: SilenceLimits = { maxSilenceMs: statementMs + SILENCE_MARGIN_MS },
): Pool {
  const client = postgres(url, {
    max,
    connect_timeout: connectionMs / 1000,
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    onnotice: () => undefined,
    // Not in the types of postgres.js. The sockets have a keep-alive of their own.
    ...{ socket: socketOpener(limits) },
    keep_alive: null,
    // Otherwise postgres.js queries types on its own; a connection loss there is an unhandled rejection.
    fetch_types: false,
    connection: {
      application_name: "drydock",
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: Math.max(10_000, statementMs),
      ...parameters,
      "drydock.padding": STARTUP_PADDING,
    },
  });
  const sql = withoutStaleConnectionErrors(client, max);
  return { sql, orm: drizzle(withPreparedStatements(sql, connectionMs), { schema }) };
}

/**
 * Client for Drizzle that prepares every statement: an unprepared one costs a second round trip and is planned each
 * time.
 */
function withPreparedStatements(sql: postgres.Sql, maxWaitMs: number): postgres.Sql {
  return new Proxy(sql, {
    get: (target, name) => {
      if (name === "unsafe") return unsafePrepared(target);
      if (name === "begin") return beginPrepared(target, maxWaitMs);
      return Reflect.get(target, name);
    },
  });
}

function unsafePrepared(sql: postgres.Sql) {
  return (text: string, parameters: never[]) => sql.unsafe(text, parameters, { prepare: true });
}

/**
 * Refusal of transactions that waited longer than `maxWaitMs` for a connection. Their request was already answered with
 * an error, so its change must not happen later. The queue of an overloaded pool also empties faster.
 */
function beginPrepared(sql: postgres.Sql, maxWaitMs: number) {
  return (run: (sql: postgres.TransactionSql) => Promise<unknown>) => {
    const requestedAt = performance.now();
    return beginOnLiveConnection(sql, (tx) => {
      if (performance.now() - requestedAt > maxWaitMs) throw connectTimeoutError();
      return run(tx);
    });
  };
}

const connectTimeoutError = () =>
  Object.assign(new Error("no connection of the pool was free in time"), { code: "CONNECT_TIMEOUT" });

/** Timeout of the job queue's own statements, which are short. */
const QUEUE_STATEMENT_MS = 10_000;

/**
 * Connection pool of the job queue, whose library uses `pg`. The library's own pool removes its error listeners before
 * it has closed; a database that stops then would end the process.
 */
export function openJobPool(
  connectionString: string,
  max: number,
  statementMs = QUEUE_STATEMENT_MS,
): pg.Pool {
  const limits = { maxSilenceMs: statementMs + SILENCE_MARGIN_MS };
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: "drydock-jobs",
    statement_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    stream: () => watchSilence(new Socket(), limits),
  });
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/**
 * Transaction that sends nothing after its connection was lost or after its end. postgres.js would still send `rollback`,
 * `commit` and later statements: into the closed connection, which then never reopens, or into one that already serves
 * another caller. Statements are prepared.
 */
function beginOnLiveConnection<T>(
  sql: postgres.Sql,
  run: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<unknown> {
  let ended: { why: unknown } | undefined;
  const begun = sql.begin(
    (tx) =>
      // Never settled after a connection loss: postgres.js rejects the transaction itself.
      new Promise<T>((resolve, reject) => {
        const guardedTx = rejectAfterEnd(tx, () => ended);
        callAsync(run, guardedTx).then(
          (result) => ended || resolve(result),
          (error: unknown) => ended || isConnectionLoss(error) || reject(error),
        );
      }),
  );
  const end = (why: unknown) => {
    ended = { why };
  };
  begun.then(() => end(new Error("the transaction has ended")), end);
  return begun;
}

const callAsync = async <T>(run: (tx: postgres.TransactionSql) => Promise<T>, tx: postgres.TransactionSql) =>
  run(tx);

function rejectAfterEnd(
  tx: postgres.TransactionSql,
  ended: () => { why: unknown } | undefined,
): postgres.TransactionSql {
  const unsafe = (text: string, parameters: never[]) => {
    const end = ended();
    if (end) throw end.why;
    return tx.unsafe(text, parameters, { prepare: true });
  };
  return new Proxy(tx, { get: (of, name) => (name === "unsafe" ? unsafe : Reflect.get(of, name)) });
}

const CONNECTION_LOSS_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNABORTED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

/** True for a statement that failed by connection loss. FATAL errors of the server count, because they end the session. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // Only errors of a statement carry `query` and `parameters`; the same codes from other sources do not count.
  const isOfStatement = "query" in error && "parameters" in error;
  if (isOfStatement && (severity === "FATAL" || CONNECTION_LOSS_CODES.has(String(code)))) return true;
  return isConnectionLoss(error.cause);
}
