import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type postgres from "postgres";

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
