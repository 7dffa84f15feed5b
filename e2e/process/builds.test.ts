import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BUILDS } from "@/server/process/build-stamp.ts";
import { type Program, startProgram } from "./program.ts";

let root: string;
let users: Program[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "drydock-builds-"));
  users = [];
});

afterEach(async () => {
  for (const user of users) await kill(user);
  rmSync(root, { recursive: true, force: true });
});

describe("builds", () => {
  test("stay while a process uses them, and the last one claimed stays without", async () => {
    const [one, first] = await use("one");
    const second = await useOnce("two");
    const third = await useOnce("three");
    const fourth = await useOnce("four");
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    expect(listBuilds()).toEqual([first, third, fourth].sort());

    await kill(one);
    const fifth = await useOnce("five");
    expect(listBuilds()).toEqual([fourth, fifth].sort());
  });

  test("that are claimed again are not built again, and become the one of `next start`", async () => {
    const first = await useOnce("one");
    const second = await useOnce("two");
    writeFileSync(join(root, first, "marker"), "");
    expect(await useOnce("one")).toBe(first);
    expect(readdirSync(join(root, first))).toContain("marker");
    expect(readFileSync(join(root, BUILDS, "current"), "utf8").trim()).toBe(first);
    // The build claimed before the newest is kept, not the one made before it.
    const third = await useOnce("three");
    expect(listBuilds()).toEqual([first, third].sort());
    expect(second).not.toBe(first);
  });

  test("that were interrupted do not take the place of a finished one", async () => {
    const first = await useOnce("one");
    mkdirSync(join(root, BUILDS, "pages-interrupted"));
    const second = await useOnce("two");
    expect(listBuilds()).toEqual([first, second].sort());
  });
});

/** Starts a user of the build of this source. */
async function use(source: string): Promise<[Program, string]> {
  mkdirSync(join(root, "app"), { recursive: true });
  writeFileSync(join(root, "app", "page.tsx"), source);
  const program = startProgram("e2e/process/builds.user.ts", [root]);
  users.push(program);
  const [, directory = ""] = await program.waitFor(/uses (\S+)/);
  return [program, directory];
}

async function useOnce(source: string): Promise<string> {
  const [program, directory] = await use(source);
  await kill(program);
  return directory;
}

async function kill(program: Program): Promise<void> {
  if (!users.includes(program)) return;
  users = users.filter((user) => user !== program);
  process.kill(program.pid, "SIGKILL");
  await program.exited;
}

const listBuilds = () =>
  readdirSync(join(root, BUILDS))
    .filter((name) => name.startsWith("pages-"))
    .map((name) => join(BUILDS, name))
    .sort();
