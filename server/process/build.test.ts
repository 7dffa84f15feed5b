import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ensureBuild } from "./build.ts";
import { buildDirectory, hashSources } from "./build-stamp.ts";

let root: string;
let builds: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "drydock-build-"));
  builds = 0;
  put("app/page.tsx", "one");
  put("package-lock.json", "{}");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("ensureBuild", () => {
  test("builds once when no build exists", async () => {
    expect(await build()).toBe(true);
    expect(await build()).toBe(false);
    expect(builds).toBe(1);
  });

  test.each([
    "app/page.tsx",
    "app/new/page.tsx",
    "server/x.ts",
    "db/x.sql",
    "next.config.js",
    "package-lock.json",
  ])("builds again when %s changes", async (file) => {
    await build();
    put(file, "two");
    expect(await build()).toBe(true);
  });

  test("builds again when a file moves without changing", async () => {
    await build();
    rmSync(join(root, "app/page.tsx"));
    put("app/moved.tsx", "one");
    expect(await build()).toBe(true);
  });

  test("ignores tests", async () => {
    await build();
    put("app/page.test.ts", "two");
    put("e2e/journey.ts", "two");
    expect(await build()).toBe(false);
  });

  test("builds again after a failed or interrupted build, even when an earlier one succeeded", async () => {
    await build();
    put("app/page.tsx", "two");
    const fail = () => Promise.reject(new Error("The build failed"));
    await expect(build(fail)).rejects.toThrow("The build failed");
    expect(existsSync(join(root, directoryOfSources(), "BUILD_ID"))).toBe(false);
    expect(await build()).toBe(true);
    put("app/page.tsx", "one");
    expect(await build()).toBe(false);
  });

  test("builds again when an interrupted build looks finished", async () => {
    put(join(directoryOfSources(), "BUILD_ID"), "id");
    expect(await build()).toBe(true);
  });

  test("builds again at once when a source changed during the build", async () => {
    const before = directoryOfSources();
    await build(async () => put("app/page.tsx", "changed meanwhile"));
    expect(builds).toBe(2);
    expect(await build()).toBe(false);
    // The first build mixes both states, so it does not count as the build of either.
    put("app/page.tsx", "one");
    expect(directoryOfSources()).toBe(before);
    expect(await build()).toBe(true);
  });

  test("leaves the files of the build before unchanged", async () => {
    await build();
    const before = directoryOfSources();
    put(join(before, "static/chunk.js"), "one");
    put("app/page.tsx", "two");
    await build();
    expect(directoryOfSources()).not.toBe(before);
    expect(readFileSync(join(root, before, "static/chunk.js"), "utf8")).toBe("one");
  });

  test("builds once for two concurrent starts", async () => {
    const results = await Promise.all([build(), build()]);
    expect(results.sort()).toEqual([false, true]);
    expect(builds).toBe(1);
  });
});

describe("hashSources", () => {
  test("separates path and content: equal concatenations have different hashes", () => {
    put("app/a", "bc");
    const before = hashSources(root);
    rmSync(join(root, "app/a"));
    put("app/ab", "c");
    expect(hashSources(root)).not.toBe(before);
  });
});

async function build(during: () => Promise<void> = async () => {}): Promise<boolean> {
  const compile = async (_root: string, directory: string) => {
    builds++;
    await during();
    put(join(directory, "BUILD_ID"), "id");
  };
  const { directory, isNew } = await ensureBuild({ root, compile, log: () => {} });
  expect(directory).toBe(directoryOfSources());
  return isNew;
}

const directoryOfSources = () => buildDirectory(hashSources(root));

function put(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
