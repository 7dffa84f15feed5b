import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectRoot, startCommand } from "@/e2e/process/program.ts";
import { addRouter, domainFiles, domainNames } from "./domain-template.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "drydock-new-"));
  for (const file of ["biome.json", ".gitignore", "server/router.ts", "server/rest.ts"]) {
    cpSync(join(projectRoot, file), join(root, file));
  }
  mkdirSync(join(root, "server/domains/moderation"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ exit: number | string; output: string }> {
  const runner = [join(projectRoot, "server/run.mjs"), "server/commands/new.ts"];
  const program = startCommand(process.execPath, [...runner, ...args], { cwd: root });
  return { exit: await program.exited, output: program.output() };
}

const read = (path: string) => readFileSync(join(root, path), "utf8");

it("creates the files of a domain on its shelf, formatted and linted, and lists its router", async () => {
  expect(await run("moderation/release-notes")).toMatchObject({ exit: 0 });
  expect(readdirSync(join(root, "server/domains/moderation/release-notes")).sort()).toEqual([
    "input.ts",
    "policy.ts",
    "release-notes.db.test.ts",
    "router.ts",
    "service.ts",
    "view.ts",
  ]);
  expect(read("server/router.ts")).toContain(`from "./domains/moderation/release-notes/router.ts";`);
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
  expect(await run("moderation/notes", "--rest")).toMatchObject({ exit: 0 });
  expect(read("server/rest.ts")).toMatch(/^ {2}getNotes,$/m);
  expect(read("server/rest.ts")).toContain("export function getRouteHandlers(");
  expect(read("server/domains/moderation/notes/rest.ts")).toContain(`path: "/api/notes"`);
  expect(read("app/api/notes/route.ts")).toContain(`getRouteHandlers("/api/notes")`);
});

it("creates an admin router in place of a member's when it is asked to", async () => {
  expect(await run("moderation/notes", "--admin")).toMatchObject({ exit: 0 });
  expect(readdirSync(join(root, "server/domains/moderation/notes")).sort()).toEqual([
    "admin-router.ts",
    "input.ts",
    "notes.db.test.ts",
    "service.ts",
    "view.ts",
  ]);
  expect(read("server/router.ts")).toContain("  adminNotes: adminNotesRouter,\n});");
});

it("refuses a domain that exists and an unknown shelf, and changes nothing", async () => {
  const router = read("server/router.ts");
  mkdirSync(join(root, "server/domains/moderation/notes"));
  expect(await run("moderation/notes")).toEqual({
    exit: 1,
    output: expect.stringMatching(
      /^server\/domains\/moderation\/notes exists\.\n\nnpm run new -- <shelf>\/<noun>/,
    ),
  });
  expect(await run("nowhere/notes")).toEqual({
    exit: 1,
    output: expect.stringMatching(/^server\/domains\/nowhere does not exist\.\n/),
  });
  expect(read("server/router.ts")).toBe(router);
});

it.each(["", "notes", "moderation/Notes", "../notes", "moderation/../notes", "moderation/notes/"])(
  "refuses the path %j",
  (path) => expect(() => domainNames(path)).toThrow("in kebab case, such as moderation/notes"),
);

it("refuses a router's name that is taken, and a REST route for Super Admins", () => {
  const apps = domainNames("moderation/apps");
  expect(() => addRouter(read("server/router.ts"), apps, { admin: false })).toThrow("a router named apps");
  expect(() => domainFiles(apps, { rest: true, admin: true })).toThrow("Use --rest or --admin");
});
