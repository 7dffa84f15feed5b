import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectRoot, startCommand } from "@/e2e/process/program.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "drydock-new-"));
  for (const file of ["biome.json", ".gitignore", "server/router.ts", "server/rest.ts"]) {
    cpSync(join(projectRoot, file), join(root, file));
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ exit: number | string; output: string }> {
  const runner = [join(projectRoot, "server/run.mjs"), "server/commands/new.ts"];
  const program = startCommand(process.execPath, [...runner, ...args], { cwd: root });
  return { exit: await program.exited, output: program.output() };
}

const read = (path: string) => readFileSync(join(root, path), "utf8");

it("creates the files of a domain, formatted and linted, and lists its router", async () => {
  expect(await run("release-notes")).toMatchObject({ exit: 0 });
  expect(readdirSync(join(root, "server/release-notes")).sort()).toEqual([
    "input.ts",
    "policy.ts",
    "release-notes.db.test.ts",
    "router.ts",
    "service.ts",
    "view.ts",
  ]);
  expect(read("server/router.ts")).toContain(`from "./release-notes/router.ts";`);
  expect(read("server/router.ts")).toContain(
    "  releaseNotes: releaseNotesRouter,\n});\nexport type AppRouter",
  );
  expect(read("server/rest.ts")).toBe(readFileSync(join(projectRoot, "server/rest.ts"), "utf8"));
  expect(existsSync(join(root, "app"))).toBe(false);
  const biome = startCommand(
    join(projectRoot, "node_modules/.bin/biome"),
    ["check", "--error-on-warnings", "."],
    {
      cwd: root,
    },
  );
  expect({ exit: await biome.exited, output: biome.output() }).toMatchObject({ exit: 0 });
});

it("creates a REST route as well when it is asked to", async () => {
  expect(await run("notes", "--rest")).toMatchObject({ exit: 0 });
  expect(read("server/rest.ts")).toMatch(/^ {2}getNotes,$/m);
  expect(read("server/rest.ts")).toContain("export function getRouteHandlers(");
  expect(read("server/notes/rest.ts")).toContain(`path: "/api/notes"`);
  expect(read("app/api/notes/route.ts")).toContain(`getRouteHandlers("/api/notes")`);
});

it("refuses a domain that exists, and a name that is not in kebab case", async () => {
  await run("notes");
  const router = read("server/router.ts");
  expect(await run("notes")).toEqual({ exit: 1, output: expect.stringMatching(/^server\/notes exists\.\n/) });
  expect(await run("../Notes")).toEqual({ exit: 1, output: expect.stringContaining("kebab case") });
  expect(await run()).toEqual({ exit: 1, output: expect.stringContaining("npm run new -- <domain>") });
  expect(read("server/router.ts")).toBe(router);
});
