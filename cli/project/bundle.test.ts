import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createArchive } from "./archive.ts";
import { bundleProject, openProject, type Project } from "./project.ts";

const MANIFEST = { name: "Tides", slug: "tides", type: "app", version: "1.0.0", description: "Tide tables." };
const BUNDLED = { ...MANIFEST, entry: "dist/index.js", source: "src/index.ts" };
/** Package in CommonJS that needs a module of Node. */
const PACKAGE = {
  "package.json": `{ "name": "moons", "version": "2.0.0" }`,
  "index.js": `const { sep } = require("path");\nmodule.exports = { phase: () => "full" + sep };\n`,
};

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "drydock-bundle-")));
});
afterEach(() => rmSync(base, { recursive: true }));

function write(folder: string, files: Record<string, string | object>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, folder, path)), { recursive: true });
    writeFileSync(join(base, folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  return join(base, folder);
}
const bundle = (folder: string): Promise<Project> => bundleProject(openProject(base, folder));
const textOf = ({ files }: Project, path: string): string =>
  String(files.find((file) => file.path === path)?.content ?? "");
const messages = ({ errors }: Project) => errors.map(({ path, message }) => `${path}: ${message}`);

/** Result of a function of a bundle, run by Node in a folder without sources and packages. */
function call(project: Project, name: string): string {
  const file = join(write("run", { "index.mjs": textOf(project, "dist/index.js") }), "index.mjs");
  const script = `import(${JSON.stringify(pathToFileURL(file))}).then(async (exports) => console.log(await exports.${name}()))`;
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
}

describe("bundleProject", () => {
  test("bundles sources, packages, JSON and dynamic imports into one file beside its sources", async () => {
    write("tides", {
      "plugin.json": BUNDLED,
      "src/index.ts": `import { readFileSync } from "node:fs";
import moons from "moons";
import { level } from "./level.ts";
import ports from "./ports.json" with { type: "json" };
export const describe = async (): Promise<string> =>
  [moons.phase(), level(2), ports[0], (await import("./late.ts")).late, typeof readFileSync].join(" ");
`,
      "src/level.ts": `export const level = (meters: number): string => meters + " m";\n`,
      "src/late.ts": `export const late = "later";\n`,
      "src/ports.json": `["Dover"]`,
      "node_modules/moons/package.json": PACKAGE["package.json"],
      "node_modules/moons/index.js": PACKAGE["index.js"],
    });
    const project = await bundle("tides");
    expect(messages(project)).toEqual([]);
    expect(project.files.map(({ path }) => path)).toEqual([
      "dist/index.js",
      "dist/index.js.map",
      "plugin.json",
      "src/index.ts",
      "src/late.ts",
      "src/level.ts",
      "src/ports.json",
    ]);
    expect(call(project, "describe")).toBe("full/ 2 m Dover later function");
    const text = textOf(project, "dist/index.js");
    expect(text).toContain(`from "node:fs"`);
    expect(text).toMatch(/\/\/# sourceMappingURL=index\.js\.map\n$/);
    const map = JSON.parse(textOf(project, "dist/index.js.map"));
    expect(map.sources).toContain("../src/level.ts");
    expect(map.sourcesContent).toBeUndefined();
  });

  test("names the bundle in the manifest of a TypeScript entry, and keeps the other fields", async () => {
    const manifest = { ...MANIFEST, entry: "./main.tsx", extra: 1, keywords: ["sea"] };
    write("tides", { "plugin.json": manifest, "main.tsx": "export const a: number = 1;\n" });
    const project = await bundle("tides");
    const described = { ...manifest, entry: "dist/index.js", source: "main.tsx" };
    expect(JSON.parse(textOf(project, "plugin.json"))).toEqual(described);
    expect(project.manifest).toMatchObject({ entry: "dist/index.js", source: "main.tsx" });
    // The packed files are a project themselves, with the same bundle.
    write("again", { "plugin.json": described, "main.tsx": "export const a: number = 1;\n" });
    expect(textOf(await bundle("again"), "dist/index.js")).toBe(textOf(project, "dist/index.js"));
  });

  test("leaves plain JavaScript as it is", async () => {
    write("tides", {
      "plugin.json": { ...MANIFEST, entry: "index.js" },
      "index.js": `import "./not-there.js";\n`,
    });
    const opened = openProject(base, "tides");
    expect(await bundleProject(opened)).toBe(opened);
    expect(opened.errors).toEqual([]);
  });

  test("gives the same bytes wherever the project and its packages are", async () => {
    const sources = {
      "plugin.json": BUNDLED,
      "src/index.ts": `import moons from "moons";\nexport const a = (): string => moons.phase();\n`,
    };
    const modules = Object.fromEntries(
      Object.entries(PACKAGE).map(([name, text]) => [`node_modules/moons/${name}`, text]),
    );
    write("one", { ...sources, ...modules });
    write("workspace", { ...modules, "tsconfig.json": { compilerOptions: { target: "ES5", jsx: "react" } } });
    write("workspace/packages/two", sources);
    write("three", sources);
    write("elsewhere", modules);
    symlinkSync(join(base, "elsewhere/node_modules"), join(base, "three/node_modules"));
    const archives = [];
    for (const folder of ["one", "workspace/packages/two", "three"]) {
      const project = await bundle(folder);
      expect(messages(project)).toEqual([]);
      for (const path of ["dist/index.js", "dist/index.js.map"]) {
        expect(textOf(project, path)).not.toMatch(/drydock-bundle|workspace|elsewhere|\.\.\/\.\.\//);
      }
      archives.push((await createArchive(project.files)).sha256);
    }
    expect(new Set(archives).size).toBe(1);
  });

  test.each<[string, Record<string, string | object>, string]>([
    [
      "an import that cannot be found",
      { "src/index.ts": `\nimport "moons";\n` },
      'src/index.ts: Could not resolve "moons" (line 2, column 8)',
    ],
    [
      "a syntax error",
      { "src/index.ts": "export const a = ;\n" },
      'src/index.ts: Unexpected ";" (line 1, column 18)',
    ],
    [
      "a file that cannot be bundled",
      { "src/index.ts": `import "./a.png";\n`, "src/a.png": "" },
      'src/index.ts: No loader is configured for ".png" files: src/a.png (line 1, column 8)',
    ],
    [
      "a style sheet",
      { "src/index.ts": `import "./a.css";\n`, "src/a.css": "" },
      "dist/index.css: would be a second bundle file; don't import style sheets",
    ],
    [
      "a file outside of the folder",
      { "src/index.ts": `import "../../shared.ts";\n`, "../shared.ts": "" },
      "../shared.ts: is imported from outside the plugin folder; move it there or make it a package",
    ],
    [
      "a source that is not packed",
      { "src/index.ts": `import "./a.ts";\n`, "src/a.ts": "", ".drydockignore": "src/a.ts\n" },
      "src/a.ts: is bundled, but excluded by .drydockignore; reviewers need all sources",
    ],
    ["a source that is missing", {}, "plugin.json.source: src/index.ts does not exist"],
    [
      "an entry that is no JavaScript",
      { "plugin.json": { ...BUNDLED, entry: "dist/index.html" }, "src/index.ts": "" },
      "plugin.json.entry: must end with .js, .mjs or .cjs, as source is bundled into it",
    ],
    [
      "an entry that was written by hand",
      { "src/index.ts": "", "dist/index.js": "export const mine = 1;\n" },
      "dist/index.js: the bundle of src/index.ts would replace this file, which is not a bundle; remove or rename it",
    ],
    [
      "a source that is the entry",
      { "plugin.json": { ...BUNDLED, source: "dist/index.js" }, "dist/index.js": "" },
      "plugin.json.source: must not be the entry itself",
    ],
    [
      "a source outside of the folder",
      { "plugin.json": { ...BUNDLED, source: "../shared.ts" }, "../shared.ts": "" },
      'plugin.json.source: must not contain ".."',
    ],
  ])("rejects %s", async (_, files, message) => {
    write("tides", { "plugin.json": BUNDLED, ...files });
    expect(messages(await bundle("tides"))).toContain(message);
  });

  test("rejects a source behind a symbolic link", async () => {
    write("tides", { "plugin.json": BUNDLED });
    write("secret", { "index.ts": `export const token = "x";\n` });
    symlinkSync(join(base, "secret"), join(base, "tides/src"));
    expect(messages(await bundle("tides"))).toEqual([
      "plugin.json.source: src/index.ts does not exist",
      "src: is a symbolic link; replace it with a regular file or ignore it",
    ]);
  });

  test("rejects a package that is linked from a folder of sources", async () => {
    write("tides", { "plugin.json": BUNDLED, "src/index.ts": `import "moons";\n`, "node_modules/.keep": "" });
    write("moons", PACKAGE);
    symlinkSync(join(base, "moons"), join(base, "tides/node_modules/moons"));
    expect(messages(await bundle("tides"))[0]).toMatch(/^\.\.\/moons\/index\.js: .* outside/);
  });

  test("replaces an earlier bundle, whatever the ignore files say", async () => {
    write("tides", {
      "plugin.json": BUNDLED,
      "src/index.ts": "export const a = 1;\n",
      "dist/index.js": "old\n//# sourceMappingURL=index.js.map\n",
      "dist/index.js.map": "old",
      "dist/other.js": "",
      ".gitignore": "/dist/*.map\n",
    });
    const { files } = await bundle("tides");
    const dist = files.filter(({ path }) => path.startsWith("dist/"));
    expect(dist.map(({ path, content }) => [path, content !== undefined])).toEqual([
      ["dist/index.js", true],
      ["dist/index.js.map", true],
      ["dist/other.js", false],
    ]);
  });
});
