import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findLockProblems } from "./lock-file.ts";

const LOCK_FILE = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
const hash = (content: string) => `sha512-${Buffer.alloc(64, content).toString("base64")}`;
const find = (packages: Record<string, object>) => findLockProblems(JSON.stringify({ packages }));

it("accepts the lock file, and refuses it without any one of its hashes", () => {
  expect(findLockProblems(LOCK_FILE)).toEqual([]);
  const hashes = LOCK_FILE.match(/^ +"integrity": .*\n/gm) ?? [];
  for (const line of [hashes[0], hashes.at(-1)]) {
    expect(findLockProblems(LOCK_FILE.replace(line ?? "", ""))).toHaveLength(1);
  }
});

it("refuses a package without hash, also one of another platform, and one with a weak hash", () => {
  expect(
    find({
      "": {},
      "node_modules/a": { integrity: hash("a") },
      "node_modules/b": { optional: true, os: ["darwin"] },
      "node_modules/a/node_modules/c": { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
    }),
  ).toEqual([
    "node_modules/b has no SHA-512 integrity hash",
    "node_modules/a/node_modules/c has no SHA-512 integrity hash",
  ]);
});

it("refuses an address, and accepts what is not downloaded", () => {
  const resolved = "https://registry.example/a.tgz";
  expect(find({ "node_modules/a": { integrity: hash("a"), resolved } })).toEqual([
    `node_modules/a names the address ${resolved}`,
  ]);
  expect(
    find({
      "node_modules/a": { integrity: hash("a") },
      "node_modules/a/node_modules/b": { inBundle: true },
      "node_modules/c": { link: true, resolved: "packages/c" },
    }),
  ).toEqual([]);
});

it("refuses a lock file that locks nothing", () => {
  expect(find({ "": {} })).toEqual(["no package is locked"]);
});
