import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import * as schema from "./schema/index.ts";

// The package's ES build of this entry cannot be loaded by Node; its CommonJS build can.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  "drizzle-kit/api",
) as typeof import("drizzle-kit/api");

const folder = new URL("./migrations/", import.meta.url);
const meta = new URL("./meta/", folder);

const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, meta), "utf8"));
const journal: { entries: { idx: number; tag: string; when: number }[] } = readJson("_journal.json");
const snapshots = () => readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));

/** First words of names that say what the migration does; drizzle-kit's random names begin with an adjective. */
const NAME = /^\d{4}_(baseline|(add|alter|backfill|create|drop|index|merge|move|rename|split)(_[a-z0-9]+)+)$/;

describe("the migrations", () => {
  it("end at the schema of the code", async () => {
    const snapshot = readJson(snapshots().sort().at(-1) ?? "");
    const statements = await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id));
    expect(statements).toEqual([]);
  });

  it.each(journal.entries.map(({ tag }) => tag))("%s is named with a verb, in snake case", (tag) => {
    expect(tag).toMatch(NAME);
  });

  it.each(["0001_strange_mantis", "0001_addUsers", "0001_add", "1_add_users", "0001-add-users"])(
    "%s would be no name",
    (name) => expect(name).not.toMatch(NAME),
  );

  it("are the files of the folder, in the journal's order, numbered without a gap", () => {
    const tags = journal.entries.map(({ tag }) => tag);
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(files.sort()).toEqual(tags.map((tag) => `${tag}.sql`));
    expect(tags.map((tag) => Number(tag.slice(0, 4)))).toEqual(tags.map((_, index) => index));
    expect(journal.entries.map(({ idx }) => idx)).toEqual(tags.map((_, index) => index));
    const times = journal.entries.map(({ when }) => when);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    expect(snapshots().sort()).toEqual(tags.map((tag) => `${tag.slice(0, 4)}_snapshot.json`));
  });
});
