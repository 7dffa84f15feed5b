import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { runMigrations as applyJobMigrations } from "graphile-worker";
import type pg from "pg";
import postgres from "postgres";
import { openJobPool } from "./client.ts";
import { applyFunctionFiles, FILES_AFTER_TABLES, FILES_BEFORE_TABLES } from "./function-files.ts";

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
