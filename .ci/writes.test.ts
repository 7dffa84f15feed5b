import { describe, expect, it } from "vitest";
import { findProblems, folderOf, readTables, readWrites } from "./writes.ts";

const tables = readTables(`
  export const users = pgTable(
    "users", {});
  export const apiTokens = pgTable("api_tokens", {});
`);

describe("readWrites", () => {
  it.each([
    ["await tx.insert(users).values(row);", ["users"]],
    ["tx\n      .update(apiTokens)\n      .set(row)", ["api_tokens"]],
    ["sql`insert into users (id) values (1) on conflict (id) do update set name = ''`", ["users"]],
    ["sql`delete from api_tokens where expires_at < now()`", ["api_tokens"]],
    ["sql`update api_tokens set last_used_at = now() from users`", ["api_tokens"]],
    ["tx.select().from(users).for('update'); sql`select from users for update skip locked`", []],
    ["seen.delete(users); createHash('sha256').update(users)", []],
  ])("reads %j", (text, named) => {
    expect(readWrites(text, tables)).toEqual({ named, hasVariable: false });
  });

  it.each(["tx.update(table).set(row)", "tx.insert(TABLE_OF_TYPE[type])"])(
    "finds the variable of %s",
    (text) => {
      expect(readWrites(text, tables)).toEqual({ named: [], hasVariable: true });
    },
  );
});

describe("folderOf", () => {
  it.each([
    ["server/auth/sessions/store.ts", "auth"],
    ["server/domains/builds/report.ts", "builds"],
    ["server/domains/accounts/users/input.ts", "accounts/users"],
  ])("of %s is %s", (file, folder) => {
    expect(folderOf(file)).toBe(folder);
  });
});

describe("findProblems", () => {
  const writes = ["auth/a.ts", "domains/accounts/users/b.ts", "domains/accounts/users/c.ts"].map((file) => ({
    table: "users",
    file: `server/${file}`,
  }));

  it("reports a second writer", () => {
    expect(findProblems(writes.slice(1), [])).toEqual([]);
    expect(findProblems(writes.slice(0, 2), [])).toEqual([
      "users is written by server/auth/a.ts and server/domains/accounts/users/b.ts",
    ]);
  });

  it("takes an exception, and reports one that nothing needs", () => {
    expect(findProblems(writes, [["users", "auth", "signs in"]])).toEqual([]);
    expect(findProblems(writes.slice(1), [["users", "auth", "signs in"]])).toEqual([
      "auth does not write users",
    ]);
  });
});
