import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import * as schema from "./schema/index.ts";

// The package's ES build of this entry cannot be loaded by Node; its CommonJS build can.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  "drizzle-kit/api",
) as typeof import("drizzle-kit/api");

const meta = new URL("./migrations/meta/", import.meta.url);

describe("the migrations", () => {
  it("end at the schema of the code", async () => {
    const newest = readdirSync(meta)
      .filter((name) => name.endsWith("_snapshot.json"))
      .sort()
      .at(-1);
    const snapshot = JSON.parse(readFileSync(new URL(newest ?? "", meta), "utf8"));
    const statements = await generateMigration(snapshot, generateDrizzleJson(schema, snapshot.id));
    expect(statements).toEqual([]);
  });

  it("are named for what they do", () => {
    const journal = JSON.parse(readFileSync(new URL("_journal.json", meta), "utf8"));
    for (const { tag } of journal.entries) expect(tag).toMatch(/^\d{4}_[a-z]+(_[a-z]+)+$/);
  });
});
