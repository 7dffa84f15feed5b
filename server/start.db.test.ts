import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "@/e2e/support/database.ts";

const MARKER = "whsec_value_of_a_query";
const SECRETS = ["NEXTAUTH_SECRET", "API_TOKEN_SECRET", "BUILD_SERVER_SECRET", "MAC_BUILDER_SECRET"];

/** Runs the launcher until it exits. */
function runStart(env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const options = { cwd: join(import.meta.dirname, ".."), env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, ["server/run.mjs", "server/start.ts"], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

it("says why a start failed without the values of the query", async () => {
  const own = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "drydock-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  onTestFinished(() => own.drop());
  const sql = postgres(own.url, { max: 1 });
  await sql.unsafe(`
    alter table drizzle.__drizzle_migrations rename to migrations;
    update drizzle.migrations set hash = '${MARKER}';
    create view drizzle.__drizzle_migrations as
      select id, hash::integer::text as hash, created_at from drizzle.migrations`);
  await sql.end();
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, `${name}-that-is-only-of-this-test-8d1f`]));
  const { code, output } = await runStart({
    ...secrets,
    DATABASE_URL: own.url,
    DATA_DIR: dataDir,
    NEXTAUTH_URL: "http://127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "debug",
  });
  expect(code).toBe(1);
  expect(output).toContain("PostgreSQL error 22P02");
  expect(output).not.toContain(MARKER);
});
