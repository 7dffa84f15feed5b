import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { inject } from "vitest";

export interface TestDatabase {
  /** Signs in as the application's own role. */
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of one's own: a copy of the template, owned by the application's role. */
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
 * The sessions that wait for a lock of the transaction in which this is asked. Not of `pg_stat_activity`, which shows a
 * transaction the same picture again and again.
 */
export const BLOCKED_SESSIONS_SQL = sql`
  select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
