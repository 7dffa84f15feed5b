import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommandContext } from "../context/context.ts";
import { inspectProject } from "./inspect.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "drydock-inspect-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function listErrors(manifest: object): Promise<string[]> {
  const valid = {
    name: "Maps",
    slug: "maps",
    type: "app",
    version: "1.0.0",
    description: "Maps.",
    entry: "dist/index.js",
    source: "index.ts",
  };
  await writeFile(join(folder, "plugin.json"), JSON.stringify({ ...valid, ...manifest }));
  await writeFile(join(folder, "index.ts"), "export const one: number = 1;\n");
  const spinner = { update: () => undefined, stop: () => undefined };
  const context = {
    cwd: folder,
    reporter: { startSpinner: () => spinner },
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  const { errors } = await inspectProject(context, ".", {});
  return errors.map(({ path, message }) => `${path} ${message}`).sort();
}

test("names the problems of manifest, README and pictures at once, each once", async () => {
  await writeFile(join(folder, "README.md"), "Left \u202E right");
  await writeFile(join(folder, "one.png"), "<svg/>");
  const screenshots = [{ path: "one.png", alt: "One" }];
  expect(await listErrors({ license: "Foo", icon: "lost.png", screenshots })).toEqual([
    expect.stringMatching(/^README\.md must not contain invisible/),
    "one.png must be a PNG, JPEG or WebP image",
    'plugin.json icon: "lost.png" is not in the archive',
    expect.stringMatching(/^plugin\.json\.license must be an SPDX/),
  ]);
  await rm(join(folder, "README.md"));
  expect(await listErrors({})).toEqual([]);
});
