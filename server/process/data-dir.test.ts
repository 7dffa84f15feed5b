import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findProcess } from "@/db/embedded/processes.ts";
import { type DataDirInUse, openDataDir, readOrCreateSecrets } from "./data-dir.ts";

let parent: string;
let path: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "drydock-data-dir-"));
  path = join(parent, "data");
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe("openDataDir", () => {
  test("creates a directory that other users cannot list", () => {
    openDataDir(path).release();
    expect(statSync(path).mode & 0o666).toBe(0o600);
  });

  test("refuses a locked directory with a one-sentence error, until it is released", () => {
    const held = openDataDir(path);
    expect(() => openDataDir(path)).toThrow(
      `The data directory ${held.path} is in use by process ${process.pid}. Stop it, or set DATA_DIR to another directory.`,
    );
    held.release();
    openDataDir(path).release();
    expect(readdirSync(path)).toEqual([]);
  });

  test("reports the purpose of the lock; without one it is the application's", () => {
    const holderOf = () => {
      try {
        openDataDir(path).release();
        return null;
      } catch (error) {
        return (error as DataDirInUse).holder;
      }
    };
    const held = openDataDir(path, "command");
    expect(holderOf()).toEqual({ pid: process.pid, purpose: "command" });
    const { pid, startId } = JSON.parse(readFileSync(join(path, "lock"), "utf8"));
    writeFileSync(join(path, "lock"), JSON.stringify({ pid, startId }));
    expect(holderOf()).toEqual({ pid: process.pid, purpose: "application" });
    held.release();
    expect(holderOf()).toBeNull();
  });

  test.each([
    ["of a process that has exited", { pid: 2 ** 22 + 1, startId: "gone" }],
    ["of an earlier process with this pid", { pid: process.pid, startId: "earlier" }],
    ["of an earlier process whose pid was reused", { pid: process.ppid, startId: "earlier" }],
  ])("takes over the lock %s", (_name, holder) => {
    openDataDir(path).release();
    writeFileSync(join(path, "lock"), JSON.stringify(holder));
    const taken = openDataDir(path);
    expect(JSON.parse(readFileSync(join(path, "lock"), "utf8")).startId).toBe(
      findProcess(process.pid)?.startId,
    );
    expect(readdirSync(path)).toEqual(["lock"]);
    taken.release();
  });

  test("takes over a truncated lock file and an interrupted takeover", () => {
    openDataDir(path).release();
    writeFileSync(join(path, "lock"), "");
    writeFileSync(join(path, "lock.after-0-"), JSON.stringify({ pid: 2 ** 22 + 1, startId: "gone" }));
    openDataDir(path).release();
    expect(readdirSync(path)).toEqual([]);
  });

  test("keeps the lock of a later holder when released twice", () => {
    const first = openDataDir(path);
    first.release();
    const later = JSON.stringify({ pid: process.ppid, startId: findProcess(process.ppid)?.startId });
    writeFileSync(join(path, "lock"), later);
    first.release();
    expect(readFileSync(join(path, "lock"), "utf8")).toBe(later);
  });
});

describe("readOrCreateSecrets", () => {
  beforeEach(() => openDataDir(path).release());

  test("creates long, distinct, persistent secrets that only the owner can read", () => {
    const secrets = readOrCreateSecrets(path, ["ONE", "TWO"]);
    expect(Object.keys(secrets)).toEqual(["ONE", "TWO"]);
    expect(secrets.ONE).toMatch(/^[\w-]{43}$/);
    expect(secrets.ONE).not.toBe(secrets.TWO);
    expect(statSync(join(path, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(readOrCreateSecrets(path, ["TWO", "ONE"])).toEqual(secrets);
  });

  test("adds missing secrets and returns only the requested ones", () => {
    const before = readOrCreateSecrets(path, ["ONE"]);
    const after = readOrCreateSecrets(path, ["ONE", "THREE"]);
    expect(after.ONE).toBe(before.ONE);
    expect(readOrCreateSecrets(path, ["THREE"])).toEqual({ THREE: after.THREE });
  });
});
