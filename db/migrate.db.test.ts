import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { applyMigrations, migrate } from "./migrate.ts";

let own: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  own = await createTestDatabase();
  sql = postgres(own.url, { max: 1, onnotice: () => undefined });
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
    await expect(sql`truncate audit_log`).rejects.toThrow("append-only");
  });

  it("refuses a database made by other migrations, says what to do, and leaves it alone", async () => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('an old one', 1)`;
    const before = await journal();
    const refusal =
      /earlier version .* cannot be upgraded\. .*db:reset.*DATABASE_URL: create a new, empty database/;
    await expect(migrate(own.url)).rejects.toThrow(refusal);
    expect(await journal()).toEqual(before);
  });

  it("applies each migration in its own transaction, and some of them in none", async () => {
    const one = (sql: string[], name: string, folderMillis: number) => ({
      sql,
      hash: name,
      folderMillis,
      bps: true,
    });
    const at = 9_000_000_000_000;
    const migrations = [
      one(["create table added_one (id integer)"], "first", at),
      one(
        ["-- outside a transaction\ncreate index concurrently added_one_id on added_one (id)"],
        "second",
        at + 1,
      ),
      one(["create table added_two (id integer)", "select 1 / 0"], "third", at + 2),
    ];
    await expect(applyMigrations(sql, migrations)).rejects.toThrow("division by zero");
    const names = async () => (await journal()).map(({ hash }) => hash).slice(-2);
    expect(await names()).toEqual(["first", "second"]);
    const [tables] = await sql`
      select to_regclass('added_one_id') is not null as indexed, to_regclass('added_two') is null as undone`;
    expect(tables).toEqual({ indexed: true, undone: true });
    await applyMigrations(sql, migrations.slice(0, 2));
    expect(await names()).toEqual(["first", "second"]);
  });

  it("lets requests pass while it waits behind a long reader", async () => {
    const [reader, request, migrating] = [1, 2, 3].map(() =>
      postgres(own.url, {
        max: 1,
        onnotice: () => undefined,
        connection: { "drydock.scope": "*", lock_timeout: 3_000 },
      }),
    ) as [postgres.Sql, postgres.Sql, postgres.Sql];
    await migrating`set lock_timeout = 200`;
    let isMigrated = false;
    let migration: Promise<void> = Promise.resolve();
    await reader.begin(async (tx) => {
      await tx`select from builds limit 1`;
      const added = {
        sql: ["alter table builds add column added integer"],
        hash: "add",
        folderMillis: 9_100_000_000_000,
        bps: true,
      };
      migration = applyMigrations(migrating, [added]).then(() => {
        isMigrated = true;
      });
      for (let requests = 0; requests < 20; requests += 1) await request`select from builds limit 1`;
      expect(isMigrated).toBe(false);
    });
    await migration;
    expect(await request`select added from builds limit 1`).toEqual([]);
    await Promise.all([reader, request, migrating].map((client) => client.end()));
  });
});
