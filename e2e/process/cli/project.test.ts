import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BuildOutput, CreateOutput, ErrorOutput, ValidateOutput } from "@/cli/output/schemas.ts";
import { ensureCliBundle } from "@/server/process/bundle-cli.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";
import { projectRoot } from "../program.ts";
import { TOKEN } from "./mock-api.ts";
import { expectHint, parseOutput, runCli, runProgram } from "./run-cli.ts";

/** Connection to a port where nothing listens: an error about it shows that something was sent. */
const NOWHERE = ["--api-url", "http://127.0.0.1:9", "--token", TOKEN];

let folder: string;

beforeAll(() => ensureCliBundle());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drydock-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = (name = "offline-notes", type = "app") =>
  runCli(["plugin", "create", name, "--type", type], { cwd: folder });
const inProject = (...args: string[]) => runCli(args, { cwd: join(folder, "offline-notes") });
const edit = (change: object) => {
  const path = join(folder, "offline-notes", "plugin.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
};

describe("cli plugin create", () => {
  test.each(["app", "system"])(
    "creates a valid %s plugin whose own test and type check pass",
    async (type) => {
      const ran = await runProgram(["plugin", "create", "offline-notes", "--type", type, "--json"], {
        cwd: folder,
      });
      const { files, plugin } = parseOutput(ran, CreateOutput);
      expect(plugin).toEqual({ name: "Offline Notes", slug: "offline-notes", type, version: "0.1.0" });
      const project = join(folder, "offline-notes");
      const manifest: unknown = JSON.parse(readFileSync(join(project, "plugin.json"), "utf8"));
      expect(PluginManifest.parse(manifest)).toMatchObject({
        $schema: "http://127.0.0.1:3000/schemas/plugin.json",
      });
      for (const file of [
        "README.md",
        "CHANGELOG.md",
        ".drydockignore",
        "src/index.ts",
        "test/index.test.ts",
      ]) {
        expect(files).toContain(file);
      }
      symlinkSync(join(projectRoot, "node_modules"), join(project, "node_modules"));
      const run = (...args: string[]) =>
        execFileSync(process.execPath, args, { cwd: project, encoding: "utf8" });
      expect(run("--import", "tsx", "--test", "test/index.test.ts")).toMatch(/fail 0/);
      expect(run("node_modules/typescript/bin/tsc", "--noEmit")).toBe("");
      expect(await inProject("plugin", "validate")).toMatchObject({ code: 0 });
    },
  );

  test("the templates differ", async () => {
    await create("for-apps", "app");
    await create("for-platform", "system");
    const read = (name: string) => readFileSync(join(folder, name, "src/index.ts"), "utf8");
    expect(read("for-apps")).not.toBe(read("for-platform"));
  });

  test("takes an empty folder and rejects a filled one, a file and a link", async () => {
    mkdirSync(join(folder, "empty-folder"));
    expect(await create("empty-folder")).toMatchObject({ code: 0 });
    const again = await create("empty-folder");
    expect(again.code).toBe(1);
    expectHint(again);
    writeFileSync(join(folder, "just-a-file"), "");
    symlinkSync(join(folder, "nowhere"), join(folder, "just-a-link"));
    expect(await create("just-a-file")).toMatchObject({ code: 1 });
    expect(await create("just-a-link")).toMatchObject({ code: 1 });
  });

  test("leaves nothing behind after an error", async () => {
    if (process.getuid?.() === 0) {
      // Root can write everywhere; a name that is too long for the file system fails as well.
      const ran = await create("x".repeat(64), "app");
      expect([0, 1]).toContain(ran.code);
      expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([]);
      return;
    }
    chmodSync(folder, 0o555);
    const ran = await create();
    expect(ran.code).toBe(1);
    expectHint(ran);
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o755);
  });
});

describe("cli plugin build", () => {
  test("prints files, sizes and the digest of the archive", async () => {
    await create();
    const ran = await inProject("plugin", "build");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^src\/index\.ts +\d+ B$/m);
    const { archive, files } = parseOutput(await inProject("plugin", "build", "--json"), BuildOutput);
    expect(ran.stdout).toContain(archive.sha256);
    expect(files.map(({ path }) => path)).not.toContain("test/index.test.ts");
    const packed = readFileSync(join(folder, "offline-notes", archive.path));
    expect(packed.length).toBe(archive.sizeBytes);
  });

  test("bundles the source, writes the bundle, and never through a symbolic link", async () => {
    await create();
    const project = join(folder, "offline-notes");
    const { archive, files } = parseOutput(await inProject("plugin", "build", "--json"), BuildOutput);
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(["dist/index.js", "src/index.ts"]));
    const { activate } = await import(join(project, "dist/index.js"));
    expect(activate({ screens: { add: ({ render }: { render: () => string }) => render() } })).toBe("Hello");
    const again = parseOutput(await inProject("plugin", "build", "--json"), BuildOutput);
    expect(again.archive.sha256).toBe(archive.sha256);
    rmSync(join(project, "dist"), { recursive: true });
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(project, "dist"));
    appendFileSync(join(project, ".drydockignore"), "/dist\n");
    const ran = await inProject("plugin", "build");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("✗ dist is not a folder") });
    expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
  });

  test("shows errors of the bundle with file and line", async () => {
    await create();
    const source = join(folder, "offline-notes/src/index.ts");
    writeFileSync(source, `${readFileSync(source, "utf8")}import "./gone.ts";\n`);
    const line = readFileSync(source, "utf8").split("\n").length - 1;
    const message = `Could not resolve "./gone.ts" (line ${line}, column 8)`;
    const ran = await inProject("plugin", "build", "--json");
    expect(ran.code).toBe(1);
    expect(parseOutput(ran, ErrorOutput).error.errors).toEqual([{ path: "src/index.ts", message }]);
    expect((await inProject("plugin", "validate")).stdout).toContain(message);
  });

  test("two copies with other times, modes and umask give the same digest", async () => {
    await create();
    const original = join(folder, "offline-notes");
    const copy = join(folder, "elsewhere", "another-name");
    cpSync(original, copy, { recursive: true });
    for (const name of readdirSync(copy, { recursive: true, encoding: "utf8" })) {
      utimesSync(join(copy, name), new Date(1), new Date(1_000_000_000_000));
      if (/\.\w+$/.test(name)) chmodSync(join(copy, name), 0o700);
    }
    const build = async (cwd: string, umask: number) => {
      const before = process.umask(umask);
      try {
        return parseOutput(
          await runProgram(["plugin", "build", "--json"], { cwd, env: { LANG: "de_DE", TZ: "Asia/Tokyo" } }),
          BuildOutput,
        );
      } finally {
        process.umask(before);
      }
    };
    const [first, second] = [await build(original, 0o022), await build(copy, 0o077)];
    expect(second.archive.sha256).toBe(first.archive.sha256);
  });

  test.each(["offline-notes-0.1.0.tar.gz", "CHANGELOG.md", ".drydockignore"])(
    "handles a folder in the place of %s",
    async (name) => {
      await create();
      const path = join(folder, "offline-notes", name);
      rmSync(path, { force: true });
      mkdirSync(path);
      writeFileSync(join(path, "file"), "");
      const ran = await inProject("plugin", "build");
      const isArchive = name.endsWith(".gz");
      expect(ran.code).toBe(isArchive ? 1 : 0);
      if (isArchive) expect(ran.stderr).toContain(`✗ ${name} is not a file.`);
    },
  );

  test.each([
    [".npmrc", "//registry.example.com/:_authToken=abcdef0123456789\n", /a registry token \(line 1\)/],
    [".npmrc", "//registry.example.com/:_password='cGFzcw=='\n", /a registry token/],
    [".yarnrc.yml", "npmAuthToken: abcdef0123456789\n", /a registry token/],
    [".env", "A=1\n", /an environment file/],
    ["config/production.env", "A=1\n", /an environment file/],
    [".envrc", "export A=1\n", /an environment file/],
    ["deploy", "-----BEGIN OPENSSH PRIVATE KEY-----\n", /a private key/],
    ["upload.jks", "\u0001", /a key or certificate store/],
    ["android/key.properties", "storePassword=a\n", /a password file/],
    [".aws/credentials", "[default]\n", /a credentials file/],
    ["app-firebase-adminsdk-x1.json", "{}", /a credentials file/],
    ["main.tfvars", "", /a credentials file/],
    ["google-services.json", `{"current_key":"AIza${"b".repeat(35)}"}`, /a Google API key/],
  ])("%s stops it until it is ignored or secrets are allowed", async (path, content, reason) => {
    await create();
    const project = join(folder, "offline-notes");
    writeFileSync(join(project, ".drydockignore"), "test/\n");
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
    const ran = await inProject("plugin", "build");
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/✗ 1 file may contain secrets\.\n/);
    expect(ran.stderr).toContain(path);
    expect(ran.stderr).toMatch(reason);
    expectHint(ran);
    expect(readdirSync(project)).not.toContain("offline-notes-0.1.0.tar.gz");
    const checked = await inProject("plugin", "validate", "--json");
    expect(checked.code).toBe(1);
    expect(parseOutput(checked, ValidateOutput).errors.map((error) => error.path)).toEqual([path]);
    const allowed = await inProject("plugin", "build", "--allow-secrets");
    expect(allowed).toMatchObject({ code: 0, stderr: expect.stringMatching(reason) });
    appendFileSync(join(project, ".drydockignore"), `/${path}\n`);
    expect(await inProject("plugin", "build")).toMatchObject({ code: 0 });
    expect(await inProject("plugin", "validate")).toMatchObject({ code: 0 });
  });

  test.each([
    [".npmrc", `//registry.example.com/:_authToken=\${NPM_TOKEN}\nsave-exact=true\n`],
    [".env.example", "A=\n"],
    ["id_ed25519.pub", "ssh-ed25519 AAAA\n"],
    ["src/environment.ts", "export const env = process.env;\n"],
  ])("%s without a secret is packed", async (path, content) => {
    await create();
    writeFileSync(join(folder, "offline-notes/.drydockignore"), "test/\n");
    writeFileSync(join(folder, "offline-notes", path), content);
    const { files } = parseOutput(await inProject("plugin", "build", "--json"), BuildOutput);
    expect(files.map((file) => file.path)).toContain(path);
  });

  test("names every file with a secret at once", async () => {
    await create();
    const project = join(folder, "offline-notes");
    writeFileSync(join(project, ".drydockignore"), "");
    for (const path of [".env", ".env.local", "src/a.p12"]) writeFileSync(join(project, path), "x");
    const ran = await inProject("plugin", "build", "--json");
    const { code, errors } = parseOutput(ran, ErrorOutput).error;
    expect(code).toBe("SECRETS_FOUND");
    expect(errors.map(({ path }) => path)).toEqual([".env", ".env.local", "src/a.p12"]);
  });

  test("a new project ignores what usually holds secrets", async () => {
    await create();
    const project = join(folder, "offline-notes");
    for (const path of [".env", ".npmrc", "release.jks", "src/dev.pem"]) {
      writeFileSync(join(project, path), "//r.test/:_authToken=abcdef");
    }
    const { files } = parseOutput(await inProject("plugin", "build", "--json"), BuildOutput);
    expect(files.map(({ path }) => path)).not.toContain("src/dev.pem");
  });
});

describe("cli plugin validate", () => {
  test("lists all errors and exits with 1", async () => {
    await create();
    edit({ slug: "No Slug", version: "1", entry: "src/gone.ts", colour: "red" });
    const ran = await inProject("plugin", "validate", "--json");
    const { errors, warnings, valid } = parseOutput(ran, ValidateOutput);
    expect(ran.code).toBe(1);
    expect(valid).toBe(false);
    expect(errors.map(({ path }) => path)).toEqual(["plugin.json.slug", "plugin.json.version"]);
    expect(warnings).toEqual([{ path: "plugin.json.colour", message: "is not a known field" }]);
  });

  test("prints findings of the automated checks and exits with 0", async () => {
    await create();
    writeFileSync(
      join(folder, "offline-notes/src/run.ts"),
      "\nexport const run = (code: string) => eval(code);\n",
    );
    const ran = await inProject("plugin", "validate");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/MEDIUM Dynamic code dynamic-code\n +src\/run\.ts:2 +evaluates/);
    const { valid, findings } = parseOutput(await inProject("plugin", "validate", "--json"), ValidateOutput);
    expect(valid).toBe(true);
    expect(findings).toMatchObject([
      { rule: "dynamic-code", path: "src/run.ts", line: 2, cure: expect.stringContaining("JSON.parse") },
    ]);
  });

  test("finds nothing in a new project", async () => {
    await create();
    const { findings } = parseOutput(await inProject("plugin", "validate", "--json"), ValidateOutput);
    expect(findings).toEqual([]);
  });

  test("is created without an address, also if CLI_API_URL is empty", async () => {
    const made = await runCli(["plugin", "create", "offline-notes", "--type", "app"], {
      cwd: folder,
      env: { CLI_API_URL: "" },
    });
    expect(made).toMatchObject({ code: 0 });
  });

  test("finds the changelog of a version whose manifest has another error", async () => {
    await create();
    const file = join(folder, "offline-notes/plugin.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...manifest, license: "none of these" }));
    const { errors, findings } = parseOutput(await inProject("plugin", "validate", "--json"), ValidateOutput);
    expect(errors.map(({ path }) => path)).toEqual(["plugin.json.license"]);
    expect(findings).toEqual([]);
  });

  test.each([
    [
      "a changelog that is too long",
      { "CHANGELOG.md": `## 0.1.0\n\n${"x".repeat(20_001)}\n` },
      "20,000 characters",
    ],
    ["a changelog with escapes", { "CHANGELOG.md": "## 0.1.0\n\n\u001b[1mbold\n" }, "control characters"],
    ["a file and a folder of one name", { "src/Host": "", "src/hOST/a.ts": "" }, "which is a file"],
    ["names that differ in case", { "src/A.txt": "", "src/a.txt": "" }, "conflicts with"],
    ["an icon that is no picture", { "icon.png": "<svg/>" }, "must be a PNG, JPEG or WebP image"],
    ["a path that is too deep", { [`${"d/".repeat(32)}x`]: "" }, "at most 32 segments"],
    ["a path that is too long", { [`${"d".repeat(200)}/${"x".repeat(60)}`]: "" }, "at most 255 bytes"],
    ["an archive that is too large", { "src/noise.bin": randomBytes(21_500_000) }, "the limit is 21.0 MB"],
  ])("rejects, as publishing would before it sends anything: %s", async (_, files, why) => {
    await create();
    for (const [path, content] of Object.entries<string | Buffer>(files)) {
      mkdirSync(dirname(join(folder, "offline-notes", path)), { recursive: true });
      writeFileSync(join(folder, "offline-notes", path), content);
    }
    const { valid, errors } = parseOutput(await inProject("plugin", "validate", "--json"), ValidateOutput);
    expect([valid, errors.map(({ message }) => message).join("\n")]).toEqual([
      false,
      expect.stringContaining(why),
    ]);
    const published = await inProject("plugin", "publish", "--dry-run", "--json", ...NOWHERE);
    expect(published.stdout).toContain(why);
  });

  test("packs the manifest whatever is ignored, and requires its description", async () => {
    await create();
    writeFileSync(join(folder, "offline-notes/.drydockignore"), "plugin.json\n");
    const { files } = parseOutput(await inProject("plugin", "build", "--json"), BuildOutput);
    expect(files.map(({ path }) => path)).toContain("plugin.json");
    edit({ description: undefined });
    const { errors } = parseOutput(await inProject("plugin", "validate", "--json"), ValidateOutput);
    expect(errors).toContainEqual({ path: "plugin.json.description", message: "is required" });
    const published = await inProject("plugin", "publish", "--dry-run", "--json", ...NOWHERE);
    expect(published.stdout).toContain("is required");
  });

  test("requires the entry among the packed files", async () => {
    await create();
    edit({ source: "test/index.test.ts" });
    const ran = await inProject("plugin", "build", "--json");
    expect(ran.code).toBe(1);
    expect(parseOutput(ran, ErrorOutput).error.errors[0]?.message).toContain("excluded by .drydockignore");
  });

  test.each([
    ["no JSON", "{", "is not valid JSON"],
    ["a list", "[]", "must be a JSON object."],
    ["text behind a mark", "\uFEFF{}", "starts with a byte order mark."],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "is not UTF-8."],
    ["nothing", "", "is not valid JSON"],
  ])("rejects a manifest: %s", async (_, text, why) => {
    await create();
    writeFileSync(join(folder, "offline-notes/plugin.json"), text);
    const ran = await inProject("plugin", "build");
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`✗ plugin.json ${why}`) });
    expectHint(ran);
  });

  test("reports a missing manifest", async () => {
    const ran = await runCli(["plugin", "build"], { cwd: folder });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("cli plugin create <name>") });
  });
});
