import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import {
  applyFunctionFiles,
  applyTenantIsolation,
  FILES_AFTER_TABLES,
  FILES_BEFORE_TABLES,
  FUNCTIONS_FOLDER,
  ISOLATION_FILE,
} from "./migrate.ts";

let own: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  own = await createTestDatabase();
  sql = postgres(own.url, { max: 1, onnotice: () => undefined, connection: { "drydock.scope": "*" } });
});
afterAll(async () => {
  await sql.end();
  await own.drop();
});

const files = [...FILES_BEFORE_TABLES, ...FILES_AFTER_TABLES];

describe("the function files", () => {
  it("are all of the folder, each once", () => {
    expect([...files, ISOLATION_FILE].sort()).toEqual(readdirSync(FUNCTIONS_FOLDER).sort());
  });

  it("define every function, trigger and policy of a migrated database", async () => {
    const migrated = await readDefinitions();
    expect(migrated.length).toBeGreaterThan(50);
    await sql`truncate drizzle.function_files`;
    await dropDefinitions();
    expect(await readDefinitions()).toEqual([]);
    expect(await applyFunctionFiles(sql, files)).toEqual(files);
    await applyTenantIsolation(sql);
    expect(await readDefinitions()).toEqual(migrated);
  });

  it("are idempotent, and none is applied again while it is unchanged", async () => {
    const before = await readDefinitions();
    expect(await applyFunctionFiles(sql, files)).toEqual([]);
    await sql`truncate drizzle.function_files`;
    expect(await applyFunctionFiles(sql, files)).toEqual(files);
    expect(await readDefinitions()).toEqual(before);
  });

  it("lock no table whose row-level security is as it should be", async () => {
    await sql.begin(async (reader) => {
      await reader`select from builds limit 1`;
      const other = postgres(own.url, { max: 1, connection: { lock_timeout: 1 } });
      await applyTenantIsolation(other);
      await other.end();
    });
  });

  it("isolate a table again that lost its policy, one table at a time", async () => {
    const before = await readDefinitions();
    await sql`drop policy tenant_isolation on builds`;
    await sql`alter table sessions disable row level security`;
    await sql`comment on policy tenant_isolation on apps is 'another condition'`;
    await applyTenantIsolation(sql);
    expect(await readDefinitions()).toEqual(before);
    const [unprotected] = await sql`
      select from pg_class where relname in ('apps', 'builds', 'sessions') and not relrowsecurity`;
    expect(unprotected).toBeUndefined();
  });
});

describe("a folder of function files", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "drydock-functions-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const apply = (...names: string[]) => applyFunctionFiles(sql, names, pathToFileURL(`${folder}/`));
  const answer = async () => (await sql`select answer()`)[0]?.["answer"];
  const defineAnswer = (value: number) =>
    `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql RETURN ${value};`;

  it("is applied again where a file has changed", async () => {
    write("answer.sql", defineAnswer(1));
    write("other.sql", "SELECT 1;");
    expect(await apply("answer.sql", "other.sql")).toEqual(["answer.sql", "other.sql"]);
    expect(await answer()).toBe(1);
    write("answer.sql", defineAnswer(2));
    expect(await apply("answer.sql", "other.sql")).toEqual(["answer.sql"]);
    expect(await answer()).toBe(2);
  });

  it("is applied as a whole or not at all", async () => {
    write("answer.sql", defineAnswer(3));
    write("broken.sql", "CREATE OR REPLACE FUNCTION;");
    await expect(apply("answer.sql", "broken.sql")).rejects.toThrow("syntax error");
    expect(await answer()).toBe(2);
    expect(await apply("answer.sql")).toEqual(["answer.sql"]);
  });
});

/** Definitions of all functions, triggers and policies, as PostgreSQL prints them. */
async function readDefinitions(): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check)
    from pg_policies where schemaname = 'public'
    order by 1`;
  return rows.map(({ definition }) => definition);
}

async function dropDefinitions(): Promise<void> {
  // Including the index that uses one of them.
  await sql`
    do $$ declare
      -- All names at first: a routine that went with another has none any more.
      routines text[] := (
        select array_agg(oid::regprocedure::text) from pg_proc where pronamespace = 'public'::regnamespace
      );
      routine text;
      one record;
    begin
      foreach routine in array routines loop
        execute format('drop routine if exists %s cascade', routine);
      end loop;
      for one in select policyname, tablename from pg_policies where schemaname = 'public' loop
        execute format('drop policy %I on %I', one.policyname, one.tablename);
      end loop;
    end $$`;
}
