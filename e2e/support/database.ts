import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { inject } from "vitest";

export interface TestDatabase {
  /** Connects as the application's role. */
  url: string;
  drop(): Promise<void>;
}

/** Migrated database for one test file: a copy of the template, owned by the application's role. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject("databaseTemplate");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runAsAdmin(
    template.adminUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(template.name)} owner drydock`,
  );
  return {
    url: Object.assign(new URL(template.url), { pathname: `/${name}` }).href,
    drop: () =>
      runAsAdmin(template.adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function runAsAdmin(
  adminUrl: string,
  statement: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await statement(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Query for the sessions that wait for a lock of the current transaction. Not `pg_stat_activity`, whose snapshot is fixed
 * within a transaction.
 */
export const BLOCKED_SESSIONS_SQL = sql`
  select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
