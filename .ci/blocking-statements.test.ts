import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findBlockingStatements, type Migration } from "./blocking-statements.ts";

const folder = new URL("../db/migrations/", import.meta.url);
const OUTSIDE = "-- outside a transaction\n";
const BREAK = "--> statement-breakpoint\n";

const check = (...texts: string[]) =>
  findBlockingStatements(texts.map((text, index): Migration => ({ number: 35 + index, text })));

const NOT_NULL = 'ALTER TABLE "builds" ADD CONSTRAINT "no_null" CHECK ("person" IS NOT NULL) NOT VALID;';
const VALIDATE = 'ALTER TABLE "builds" VALIDATE CONSTRAINT "no_null";';
const SET = 'ALTER TABLE "builds" ALTER COLUMN "person" SET NOT NULL;';

describe("findBlockingStatements", () => {
  it("finds none in the migrations", () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    const migrations = names.map((name) => ({
      number: Number(name.slice(0, 4)),
      text: readFileSync(new URL(name, folder), "utf8"),
    }));
    expect(findBlockingStatements(migrations)).toEqual([]);
  });

  it.each([
    'CREATE INDEX "a" ON "builds" USING btree ("app_id");',
    'CREATE UNIQUE INDEX "a" ON "builds" ("app_id");',
    'CREATE INDEX CONCURRENTLY "a" ON "builds" ("app_id");',
    "REINDEX TABLE builds;",
    SET,
    'ALTER TABLE "builds" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL;',
    'ALTER TABLE "builds" ADD COLUMN "a" timestamptz DEFAULT clock_timestamp();',
    'ALTER TABLE "builds" ADD COLUMN "a" bigserial;',
    'ALTER TABLE "builds" ADD COLUMN "a" text GENERATED ALWAYS AS (lower(version)) STORED;',
    'ALTER TABLE "builds" ADD COLUMN "a" uuid REFERENCES "users"("id");',
    'ALTER TABLE "builds" ADD CONSTRAINT "a" FOREIGN KEY ("b") REFERENCES "public"."users"("id");',
    'ALTER TABLE "builds" ADD CONSTRAINT "a" UNIQUE("b");',
    'ALTER TABLE "builds" ALTER COLUMN "a" SET DATA TYPE bigint;',
    'ALTER TABLE "builds" ALTER COLUMN "a" TYPE bigint USING a::bigint;',
    'UPDATE "builds" SET "a" = 1;',
    'DELETE FROM "builds";',
    "TRUNCATE builds;",
    'ALTER TABLE "builds" DROP COLUMN "a";',
    'DROP TABLE "builds" CASCADE;',
    'ALTER TABLE "builds" RENAME COLUMN "a" TO "b";',
    'ALTER TABLE "builds" RENAME TO "b";',
    "LOCK TABLE builds;",
  ])("refuses %s", (statement) => {
    expect(check(statement)).toEqual([expect.stringMatching(/^0035: .*: use /)]);
    expect(check(`-- safe: the table has ten rows.\n${statement}`)).toEqual([]);
  });

  it.each([
    'ALTER TABLE "builds" ADD COLUMN "a" uuid;',
    `ALTER TABLE "builds" ADD COLUMN "a" text DEFAULT 'x (y)' NOT NULL;`,
    'ALTER TABLE "builds" ADD COLUMN "a" timestamptz DEFAULT now() NOT NULL;',
    'ALTER TABLE "builds" ADD CONSTRAINT "a" CHECK ("b" > 0) NOT VALID;',
    'ALTER TABLE "builds" ADD CONSTRAINT "a" UNIQUE USING INDEX "b";',
    'ALTER TABLE "builds" ALTER COLUMN "a" DROP NOT NULL;',
    `${OUTSIDE}CREATE INDEX CONCURRENTLY "a" ON "builds" ("app_id");`,
    `CREATE TABLE "a" ("b" uuid);${BREAK}CREATE INDEX "c" ON "a" USING btree ("b");${BREAK}ALTER TABLE "a" ADD CONSTRAINT "d" UNIQUE("b");`,
    "SELECT set_config('drydock.scope', '*', true);",
  ])("accepts %s", (text) => {
    expect(check(text)).toEqual([]);
  });

  it("accepts SET NOT NULL after a validated check, which a later file validates", () => {
    expect(check(NOT_NULL, VALIDATE, SET)).toEqual([]);
    expect(check(NOT_NULL, SET)).toHaveLength(1);
    expect(check(NOT_NULL + BREAK + VALIDATE)).toHaveLength(1);
    expect(check(OUTSIDE + NOT_NULL + BREAK + VALIDATE + BREAK + SET)).toEqual([]);
  });
});
