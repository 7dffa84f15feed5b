import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { runMigrations as applyJobMigrations } from "graphile-worker";
import type pg from "pg";
import postgres from "postgres";
import { COMMAND_TIMEOUTS, openJobPool, PLATFORM_SCOPE } from "./client.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));
const MIGRATION_LOCK = 7_242_023;

/**
 * Migration of the database to the newest schema: tables, function files, row-level security and job queue. Processes may
 * call it concurrently: under an advisory lock one migrates, and the others wait and find nothing to do. The version before
 * keeps serving: every step is a transaction of its own, waits for locks for two seconds at most, so that no request queues
 * behind it for longer, and is then tried again.
 * @param url direct connection to PostgreSQL, since the lock belongs to a session
 * @throws Error for a database made by migrations that are not in this code any more
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: {
      application_name: "drydock-migrate",
      "drydock.scope": PLATFORM_SCOPE,
      lock_timeout: LOCK_TIMEOUT_MS,
    },
  });
  try {
    await takeMigrationLock(sql);
    await requireKnownBaseline(sql);
    await retryLocked(() => applyFunctionFiles(sql, FILES_BEFORE_TABLES));
    await applyMigrations(sql, readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }));
    await retryLocked(() => applyFunctionFiles(sql, FILES_AFTER_TABLES));
    await retryLocked(() => applyTenantIsolation(sql));
    await withJobPool(url, (pgPool) => applyJobMigrations({ pgPool }));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Time that a step waits for a lock. Requests that want the same table queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 60;
/** Requests that have waited are answered before they would wait again. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5_000;

/** Runs a step again when it could not get a lock, for up to five minutes of pauses. */
async function retryLocked<T>(step: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { code } = error as { code?: unknown };
    const isLockFailure = code === "55P03" || code === "40P01";
    if (!isLockFailure || attempt === MAX_ATTEMPTS) throw error;
    await delay(Math.min(MIN_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS));
    return retryLocked(step, attempt + 1);
  }
}

/** Waits without a limit: another process may be migrating a large table. */
async function takeMigrationLock(sql: postgres.Sql): Promise<void> {
  await sql`set lock_timeout = 0`;
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
  await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, false)`;
}

/** First line of a migration that cannot run in a transaction. Each of its statements must be idempotent. */
const OUTSIDE_TRANSACTION = /^-- outside a transaction$/m;

/** Applies the migrations that the journal lacks, each in its own transaction with its entry in the journal. */
export async function applyMigrations(sql: postgres.Sql, migrations: MigrationMeta[]): Promise<void> {
  // The names and columns of Drizzle's own migrator, which made the journals of older databases.
  await sql`create schema if not exists drizzle`;
  await sql`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint
    )`;
  const [last] = await sql<{ at: string | null }[]>`
    select max(created_at)::text as at from drizzle.__drizzle_migrations`;
  for (const { sql: statements, hash, folderMillis } of migrations) {
    if (folderMillis <= Number(last?.at ?? 0)) continue;
    const record = (tx: postgres.ISql) =>
      tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
    if (OUTSIDE_TRANSACTION.test(statements[0] ?? "")) {
      for (const statement of statements) await retryLocked(() => sql.unsafe(statement));
      await record(sql);
    } else {
      await retryLocked(() =>
        sql.begin(async (tx) => {
          for (const statement of statements) await tx.unsafe(statement);
          await record(tx);
        }),
      );
    }
  }
}

/** Check that the first migration of a database is the baseline of this code, by the digests that Drizzle records. */
async function requireKnownBaseline(sql: postgres.Sql): Promise<void> {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') as "table"`;
  if (!journal?.["table"]) return;
  const [first] = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, id limit 1`;
  const [baseline] = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
  if (!first || first.hash === baseline?.hash) return;
  throw new Error(
    "This database was created by an earlier version of Drydock whose migrations are no longer included; it cannot be " +
      "upgraded. Embedded database: run npm run db:reset, or remove the data directory (DATA_DIR). " +
      "DATABASE_URL: create a new, empty database.",
  );
}

async function withJobPool(url: string, run: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = openJobPool(url, 1, COMMAND_TIMEOUTS.statementMs);
  try {
    await run(pool);
  } finally {
    await pool.end();
  }
}

/** Folder of the files that `applyFunctionFiles` applies. */
export const FUNCTIONS_FOLDER = new URL("./functions/", import.meta.url);

/** Functions that indexes of the tables use: applied before the migrations. */
export const FILES_BEFORE_TABLES = ["text-search.sql"];

/** Applied after the migrations, in this order: a file calls only functions of the files above it. */
export const FILES_AFTER_TABLES = [
  "scope.sql",
  "audit.sql",
  "build-failures.sql",
  "build-outcomes.sql",
  "build-search.sql",
  "build-sources.sql",
  "listing-counts.sql",
  "listing-flags.sql",
  "moderation-statistics.sql",
  "marketplace.sql",
  "submissions.sql",
  "update-rule.sql",
  "installations.sql",
];

/** Applied last, since it calls a function of the others, and outside a transaction, since it commits after each table. */
export const ISOLATION_FILE = "tenant-isolation.sql";

export async function applyTenantIsolation(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(readFileSync(new URL(ISOLATION_FILE, FUNCTIONS_FOLDER), "utf8"));
}

/**
 * Repeatable migrations: each file of `db/functions` holds the present text of the functions, triggers and policies of
 * one subject, and is applied again when its digest differs from the recorded one. All files are applied in one
 * transaction. Every statement must be idempotent. If parameters or result of a function change, the file drops it
 * first. A migration drops a removed function. Call it under the lock of `migrate`.
 * @returns the names of the files that were applied
 */
export async function applyFunctionFiles(
  sql: postgres.Sql,
  names: readonly string[],
  folder: URL = FUNCTIONS_FOLDER,
): Promise<string[]> {
  return sql.begin(async (tx) => {
    await tx`create schema if not exists drizzle`;
    await tx`
      create table if not exists drizzle.function_files (
        name text primary key, digest text not null, applied_at timestamptz not null default now()
      )`;
    const recorded = await tx<{ name: string; digest: string }[]>`
      select name, digest from drizzle.function_files`;
    const digests = new Map(recorded.map(({ name, digest }) => [name, digest]));
    const applied: string[] = [];
    for (const name of names) {
      const text = readFileSync(new URL(name, folder), "utf8");
      const digest = createHash("sha256").update(text).digest("hex");
      if (digests.get(name) === digest) continue;
      await tx.unsafe(text);
      await tx`
        insert into drizzle.function_files (name, digest) values (${name}, ${digest})
        on conflict (name) do update set digest = excluded.digest, applied_at = now()`;
      applied.push(name);
    }
    return applied;
  });
}
