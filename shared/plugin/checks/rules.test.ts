import { describe, expect, it } from "vitest";
import { code, findingsIn, GITHUB_TOKEN, type GivenSubmission, SUBJECT } from "@/e2e/support/checks.ts";
import { STARTER_THEME } from "../theme-config.ts";
import { LARGE_FILE_BYTES, openCheck } from "./check.ts";
import { RULE_IDS, type RuleId } from "./rule-set.ts";

const hex = (digits: string) => Buffer.from(digits, "hex");
const withColor = (color: object, dark: object = STARTER_THEME.colors.dark) => ({
  themeConfig: {
    ...STARTER_THEME,
    colors: { light: { ...STARTER_THEME.colors.light, ...color }, dark },
  },
  previewImages: [],
});

const withPictures = (count: number) => {
  const names = Array.from({ length: count }, (_, index) => `${index}.${index % 2 ? "gif" : "png"}`);
  const readme = names.map((name) => `![${name}](./${name}) ![again](${name}) ![lost](lost-${name})`);
  return { "readme.md": readme.join("\n"), ...Object.fromEntries(names.map((name) => [name, "x"])) };
};

type Case = [rule: RuleId, what: string, given: GivenSubmission, place: string, message: string];

const FOUND: Case[] = [
  ["blocked-archive", "a blocked hash", { blockReason: "It mines." }, "null:null", "is blocked: It mines."],
  [
    "manifest-invalid",
    "a field that is wrong",
    { manifest: { description: 7 } },
    "plugin.json:6",
    "description must",
  ],
  [
    "manifest-invalid",
    "what is not JSON",
    { files: { "plugin.json": "{" } },
    "plugin.json:1",
    "is not a JSON",
  ],
  [
    "version-mismatch",
    "another version than submitted",
    { version: "1.1.0" },
    "plugin.json:5",
    '"1.0.0"; the submission',
  ],
  [
    "version-mismatch",
    "a package of another version",
    { files: { "package.json": '{\n"version": "2.0.0"}' } },
    "package.json:2",
    '"2.0.0"; plugin.json has "1.0.0"',
  ],
  [
    "new-permission",
    "one that was not approved",
    { manifest: { permissions: ["ui", "contacts.read"] }, permissionsBefore: ["ui"] },
    "plugin.json:10",
    "requests contacts.read",
  ],
  [
    "secret",
    "a token",
    { files: code("", `const token = "${GITHUB_TOKEN}";`) },
    "src/a.ts:2",
    "a GitHub token",
  ],
  [
    "secret",
    "a file of secrets",
    { files: { "config/.env.production": "A=1" } },
    "config/.env.production:null",
    "an environment file",
  ],
  [
    "secret",
    "a Slack token, however its account counts",
    { files: code(`slack("xoxb-123456789012-1234567890123-${"aB3".repeat(8)}")`) },
    "src/a.ts:1",
    "a Slack token",
  ],
  [
    "secret",
    "an AWS secret key",
    { files: { ".config/app.ini": `A=1\nAWS_SECRET_ACCESS_KEY=${"wJ7/aZ+q".repeat(5)}\n` } },
    ".config/app.ini:2",
    "an AWS secret key",
  ],
  [
    "secret",
    "an AWS secret key in code",
    { files: code(`const keys = { secretAccessKey: "${"wJ7/aZ+q".repeat(5)}" };`) },
    "src/a.ts:1",
    "an AWS secret key",
  ],
  [
    "secret",
    "a password in a URL",
    { files: code("connect('postgres://app:s3cr3tpw@db.acme.io/x')") },
    "src/a.ts:1",
    "a password in a URL",
  ],
  [
    "secret",
    "a key in a string of code",
    { files: code(`const key = "-----BEGIN PRIVATE KEY-----\\n${"MIIEvQIB".repeat(4)}";`) },
    "src/a.ts:1",
    "a private key",
  ],
  [
    "secret",
    "a registry token without a registry",
    { files: { ".npmrc": "save-exact=true\n_authToken=abcdef\n" } },
    ".npmrc:2",
    "a registry token",
  ],
  [
    "secret",
    "a registry token of Yarn",
    { files: { ".yarnrc.yml": 'npmAuthToken: "abcdef"\n' } },
    ".yarnrc.yml:1",
    "a registry token",
  ],
  [
    "secret",
    "credentials below the folder of a tool",
    { files: { "home/.aws/credentials": "[default]\n" } },
    "home/.aws/credentials:null",
    "a credentials file",
  ],
  [
    "native-code",
    "a program",
    { files: { "bin/tool": hex("7f454c46020101000000") } },
    "bin/tool:null",
    "for Linux",
  ],
  [
    "native-code",
    "WebAssembly",
    { files: { "a.wasm": hex("0061736d01000000") } },
    "a.wasm:null",
    "WebAssembly",
  ],
  [
    "dynamic-code",
    "eval",
    { files: code("// a", "window.eval (input)") },
    "src/a.ts:2",
    "evaluates a string",
  ],
  ["dynamic-code", "indirect eval", { files: code("(0, eval)(input)") }, "src/a.ts:1", "evaluates a string"],
  [
    "dynamic-code",
    "eval by its name",
    { files: code('globalThis["eval"](input)') },
    "src/a.ts:1",
    "evaluates a string",
  ],
  [
    "dynamic-code",
    "a function from a string",
    { files: code("new Function('a', body)") },
    "src/a.ts:1",
    "creates a function",
  ],
  [
    "dynamic-code",
    "a timer of text",
    { files: code('setTimeout("go()", 1)') },
    "src/a.ts:1",
    "after a delay",
  ],
  [
    "dynamic-code",
    "an import by a computed name",
    { files: code("await import(name)") },
    "src/a.ts:1",
    "imports a module",
  ],
  [
    "dynamic-code",
    "another program",
    { files: code('import { exec } from "node:child_process"') },
    "src/a.ts:1",
    "start other programs",
  ],
  [
    "unreadable-code",
    "one long line",
    { files: code("x".repeat(5_000)) },
    "src/a.ts:1",
    "a line of 5000 characters",
  ],
  [
    "unreadable-code",
    "many long lines",
    { files: code(...Array(9).fill("y".repeat(300))) },
    "src/a.ts:1",
    "very long lines",
  ],
  [
    "unreadable-code",
    "an obfuscator's names",
    { files: code("", ...Array(20).fill("_0x4f2a1b();")) },
    "src/a.ts:2",
    "obfuscated names",
  ],
  [
    "binary-file",
    "bytes of no known kind",
    { files: { "data.bin": hex("01020003") } },
    "data.bin:null",
    "not text, an image",
  ],
  [
    "binary-file",
    "an archive in the archive",
    { files: { "a.png": hex("504b030414000000") } },
    "a.png:null",
    "(zip)",
  ],
  [
    "lookalike",
    "another's slug but for a letter",
    { similarItems: [{ type: "THEME", slug: "0ffline-sync", name: "Else", publisher: "Globex" }] },
    "slug:null",
    "is identical to the theme 0ffline-sync by Globex",
  ],
  [
    "lookalike",
    "another's name but for a letter",
    { similarItems: [{ type: "THEME", slug: "else", name: "Ofline Sync", publisher: "Globex" }] },
    "name:null",
    "is similar to",
  ],
  [
    "low-contrast",
    "text on buttons",
    { look: withColor({ onAccent: "#2f5fd0" }) },
    "colors.light.onAccent:null",
    "has a contrast of",
  ],
  [
    "missing-dark-variant",
    "no dark accent",
    { look: withColor({}, { ...STARTER_THEME.colors.dark, accent: undefined }) },
    "colors.dark.accent:null",
    "no dark variant",
  ],
  [
    "network-host",
    "an address",
    { files: code("", "fetch('https://api.acme.io/v1')") },
    "src/a.ts:2",
    "connects to api.acme.io",
  ],
  [
    "network-host",
    "a number",
    { files: code("new WebSocket(`ws://10.1.2.3:8080/`)") },
    "src/a.ts:1",
    "connects to 10.1.2.3",
  ],
  [
    "unknown-field",
    "a slip of the pen",
    { manifest: { permisions: [] } },
    "plugin.json:8",
    "permisions is not a known field",
  ],
  ["missing-changelog", "none", { changelog: null }, "changelog:null", "no changelog"],
  [
    "missing-alt-text",
    "HTML",
    { files: { "a.html": "<p>\n<img src='a.png'>" } },
    "a.html:2",
    "without alternative",
  ],
  [
    "missing-alt-text",
    "a tag over many lines",
    { files: { "a.tsx": "<img\n  src={a}\n  onLoad={() => go()}\n/>" } },
    "a.tsx:1",
    "without",
  ],
  ["missing-alt-text", "Markdown", { files: { "README.md": "# A\n\n![](a.png)" } }, "README.md:3", "without"],
  ["missing-alt-text", "the changelog", { changelog: "New:\n\n![ ](a.png)" }, "changelog:3", "without"],
  ["readme-pictures", "more than are shown", { files: withPictures(21) }, "README.md:null", "names 21"],
  [
    "unformatted",
    "a text beyond the limits",
    { unformatted: ["changelog"] },
    "changelog:null",
    "too complex",
  ],
];

FOUND.push(
  ...([
    ["a reversed ending", "a\u202etxt.exe", "invisible"],
    ["a zero-width space", "plugin\u200b.json", "invisible"],
    ["a filler of Hangul", "src/\u3164.ts", "invisible"],
    ["a manifest in fullwidth letters", "\uff50lugin.json", "looks like plugin.json"],
    ["a Cyrillic letter in a word", "src/p\u0430yment.ts", "several alphabets"],
  ].map(([what, path, message]) => [
    "misleading-name",
    what,
    { files: { [path as string]: "" } },
    `${path?.replaceAll(/\p{Cf}/gu, "\uFFFD")}:null`,
    message,
  ]) as Case[]),
  [
    "misleading-name",
    "an item's name in two alphabets",
    { name: "Cost Rep\u043ert" },
    "name:null",
    "several alphabets",
  ],
  ...(["CON", "aux.txt", "doc/a.", "b /c.txt"].map((path) => [
    "unportable-path",
    `the name ${path}`,
    { files: { [path]: "" } },
    `${path}:null`,
    "Windows",
  ]) as Case[]),
);

const NOT_FOUND: [rule: RuleId, what: string, given: GivenSubmission][] = [
  [
    "misleading-name",
    "names in one alphabet",
    { name: "Отчёт", files: { "docs/отчёт.md": "", "写真/メモ.md": "" } },
  ],
  ["misleading-name", "plain names of known files", { files: { "sub/plugin.json": "", "logl1I.txt": "" } }],
  [
    "unportable-path",
    "names that begin like devices",
    { files: { "console.ts": "", "auxiliary/com10.txt": "" } },
  ],
  ["blocked-archive", "one that is not", {}],
  ["manifest-invalid", "one that is in order", {}],
  ["version-mismatch", "the same everywhere", { files: { "package.json": '{"version":"1.0.0"}' } }],
  ["version-mismatch", "a package without a version", { files: { "package.json": "{}" } }],
  [
    "new-permission",
    "what was approved",
    { manifest: { permissions: ["ui"] }, permissionsBefore: ["ui", "net"] },
  ],
  ["new-permission", "a first version", { manifest: { permissions: ["ui"] } }],
  [
    "secret",
    "what reads one",
    { files: code("const token = process.env.GITHUB_TOKEN;", "//registry/:_authToken=$T") },
  ],
  ["secret", "an example", { files: { ".env.example": "A=", "a.md": `AKIAIOSFODNN7${"EXAMPLE"}` } }],
  ["secret", "a number for a token", { files: code(`slack("xoxb-${"1234567890".repeat(3)}")`) }],
  [
    "secret",
    "an AWS secret key from elsewhere",
    { files: code("const secretAccessKey = process.env.AWS_SECRET_ACCESS_KEY;") },
  ],
  [
    "secret",
    "code that looks for a key",
    {
      files: code('if (text.includes("-----BEGIN PRIVATE KEY-----")) refuse();', "this._authToken = read();"),
    },
  ],
  [
    "secret",
    "a text that begins like a token",
    { files: code(`npm_i_save_dev_${"types_Slash_jest_or_".repeat(3)}`) },
  ],
  [
    "secret",
    "a pattern of tokens",
    { files: code("/xoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]*/; // xoxb-NNN-NNN") },
  ],
  ["secret", "a token that a variable holds", { files: { ".npmrc": "//r/:_authToken=$" + "{NPM_TOKEN}\n" } }],
  ["secret", "an address of this machine", { files: code("connect('postgres://app:s3cr3tpw@localhost/x')") }],
  ["secret", "an address without one", { files: code(`connect(\`postgres://\${user}:\${password}@db/x\`)`) }],
  [
    "secret",
    "bytes of an image",
    { files: { "a.png": Buffer.concat([hex("89504e470d0a1a0a00"), Buffer.from(GITHUB_TOKEN)]) } },
  ],
  ["native-code", "text that begins alike", { files: { "a.md": "MZ is a city" } }],
  [
    "dynamic-code",
    "words alike",
    { files: code("evaluate(x); medieval(y); import('./a.ts'); setTimeout(go, 1); isFunction(z)") },
  ],
  ["unreadable-code", "ordinary code", { files: code(...Array(500).fill("const answer = 42;")) }],
  ["unreadable-code", "data in a long line", { files: { "a.json": "1".repeat(9_000) } }],
  [
    "binary-file",
    "an image",
    { files: { "a.png": hex("89504e470d0a1a0a0000"), "b.webp": hex("5249464600000000") } },
  ],
  [
    "lookalike",
    "names that are told apart",
    { similarItems: [{ type: "THEME", slug: "photo-annotate", name: "Photo", publisher: "Globex" }] },
  ],
  ["low-contrast", "readable text", { look: withColor({}) }],
  ["missing-dark-variant", "all of them", { look: withColor({}) }],
  [
    "network-host",
    "what is only spoken of",
    {
      files: code(
        "// https://acme.io",
        " * https://acme.io",
        'a = "http://www.w3.org/2000/svg"',
        'b = "https://example.com"',
      ),
    },
  ],
  ["network-host", "a file that is no code", { files: { "README.md": "https://acme.io" } }],
  ["unsearched", "what is small", { files: { "a.txt": "x" } }],
  ["large-file", "one that is not", { files: { "a.txt": "x" } }],
  ["unknown-field", "the known ones", { manifest: { homepage: "https://acme.io" } }],
  ["missing-changelog", "one that is there", {}],
  [
    "missing-alt-text",
    "a text, an empty one, and one from elsewhere",
    {
      files: {
        "a.vue": "<img alt='A'><img :alt=\"a\"><img alt src=a><img {...props} /><imgx>",
        "a.md": "![A](a.png)",
      },
    },
  ],
  ["readme-pictures", "as many as are shown", { files: withPictures(20) }],
  ["unformatted", "what is formatted", {}],
];

describe("a rule finds", () => {
  it.each(FOUND)("%s: %s", (rule, _, given, place, message) => {
    const found = findingsIn(given).filter((finding) => finding.rule === rule);
    expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual([place]);
    expect(found[0]?.message).toContain(message);
  });

  it("large-file: by the size that its header states", () => {
    const opened = openCheck(SUBJECT);
    opened.openFile("video.mp4", LARGE_FILE_BYTES + 1).end();
    expect(opened.end().findings).toMatchObject([{ rule: "large-file", path: "video.mp4", severity: "LOW" }]);
  });

  it("each rule has a case", () => {
    const covered = new Set<string>([...FOUND.map(([rule]) => rule), "large-file", "unsearched"]);
    expect(RULE_IDS.filter((rule) => !covered.has(rule))).toEqual([]);
    const denied = new Set<string>(NOT_FOUND.map(([rule]) => rule));
    expect(RULE_IDS.filter((rule) => !denied.has(rule))).toEqual([]);
  });
});

describe("a rule leaves alone", () => {
  it.each(NOT_FOUND)("%s: %s", (rule, _, given) => {
    expect(findingsIn(given).filter((finding) => finding.rule === rule)).toEqual([]);
  });
});

describe("a bundle and its sources", () => {
  const manifest = { source: "src/a.ts", entry: "dist/index.js" };
  const find = (files: Record<string, string>, given: object = manifest) =>
    findingsIn({ manifest: given, files }).map(({ rule, path, line, message }) => [
      rule,
      `${path}:${line}`,
      message,
    ]);
  const evaluates = "evaluates a string as code";

  it("report the same code once, where it runs", () => {
    const files = {
      "dist/index.js": "// src/a.ts\nvar run = (code) => eval(code);\neval(other);\n",
      "src/a.ts": "export const run = (code: string): unknown => eval( code );\n",
      "src/b.ts": "eval(more);\n",
    };
    expect(find(files)).toEqual([
      ["dynamic-code", "dist/index.js:2", `${evaluates}, from src/a.ts:1`],
      ["dynamic-code", "dist/index.js:3", evaluates],
      ["dynamic-code", "src/b.ts:1", evaluates],
    ]);
    expect(find(files, { entry: "dist/index.js" })).toHaveLength(4);
  });

  it("report the same secret once, where it is removed", () => {
    const line = `export const token = "${GITHUB_TOKEN}";\n`;
    expect(find({ "dist/index.js": line, "src/a.ts": line }).map(([, place]) => place)).toEqual([
      "src/a.ts:1",
    ]);
    expect(find({ "dist/index.js": line, "src/a.ts": "" }).map(([, place]) => place)).toEqual([
      "dist/index.js:1",
    ]);
  });
});
