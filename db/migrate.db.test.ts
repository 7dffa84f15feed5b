import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { migrate } from "./migrate.ts";

let own: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  own = await createTestDatabase();
  sql = postgres(own.url, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await own.drop();
});

const journal = () => sql`select id, hash, created_at from drizzle.__drizzle_migrations order by id`;
const functionFiles = () => sql`select * from drizzle.function_files order by name`;

describe("migrate", () => {
  it("does nothing to a database that has the newest schema", async () => {
    const before = [await journal(), await functionFiles()];
    await Promise.all([migrate(own.url), migrate(own.url)]);
    expect([await journal(), await functionFiles()]).toEqual(before);
  });

  it("applies a function file that has changed since", async () => {
    await sql`update drizzle.function_files set digest = 'another' where name = 'audit.sql'`;
    await sql`drop function reject_audit_change cascade`;
    await migrate(own.url);
    await expect(sql`delete from audit_log`).rejects.toThrow("append-only");
  });

  it("refuses a database made by other migrations, says what to do, and leaves it alone", async () => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('an old one', 1)`;
    const before = await journal();
    const refusal =
      /earlier version .* cannot be upgraded\. .*db:reset.*DATABASE_URL: create a new, empty database/;
    await expect(migrate(own.url)).rejects.toThrow(refusal);
    expect(await journal()).toEqual(before);
  });
});
