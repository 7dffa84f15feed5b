import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { runMigrations as applyJobMigrations } from "graphile-worker";
import type pg from "pg";
import postgres from "postgres";
import { openJobPool } from "./client.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));
const MIGRATION_LOCK = 7_242_023;

/**
 * Migration of the database to the newest schema: tables, function files and job queue. Processes may call it
 * concurrently: under an advisory lock one migrates, and the others wait and find nothing to do.
 * @throws Error for a database made by migrations that are not in this code any more
 */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: "drydock-migrate", "drydock.scope": "*" },
  });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await requireKnownBaseline(sql);
    await applyFunctionFiles(sql, FILES_BEFORE_TABLES);
    await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS_FOLDER });
    await applyFunctionFiles(sql, FILES_AFTER_TABLES);
    await withJobPool(url, (pgPool) => applyJobMigrations({ pgPool }));
  } finally {
    await sql.end({ timeout: 5 });
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
  const pool = openJobPool(url, 1);
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
  "tenant-isolation.sql",
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
