import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { runMigrations as applyJobMigrations } from "graphile-worker";
import type pg from "pg";
import postgres from "postgres";
import { openJobPool } from "./job-pool.ts";

const MIGRATIONS_FOLDER = fileURLToPath(new URL("./migrations", import.meta.url));
const MIGRATION_LOCK = 7_242_023;

/**
 * Brings the database to the newest schema, the job queue's included. Any number of processes may call it at once:
 * an advisory lock lets one work while the others wait, and then find nothing to do.
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
    await applyMigrations(drizzle(sql), { migrationsFolder: MIGRATIONS_FOLDER });
    await withJobPool(url, (pgPool) => applyJobMigrations({ pgPool }));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function withJobPool(url: string, run: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = openJobPool(url, 1);
  try {
    await run(pool);
  } finally {
    await pool.end();
  }
}
