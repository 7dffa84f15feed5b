import { isDeepStrictEqual } from "node:util";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { manifestJsonSchema, PluginManifest, readManifestJson } from "./manifest.ts";

const MANIFEST = {
  name: "Offline Sync",
  slug: "offline-sync",
  type: "app",
  version: "1.0.0",
  description: "Keeps data at hand without a network.",
  entry: "src/index.ts",
};

const BROKEN: [field: string, value: unknown][] = [
  ["name", " "],
  ["name", "two\nlines"],
  ["slug", "Offline"],
  ["type", "APP_PLUGIN"],
  ["version", "v1.0.0"],
  ["description", ""],
  ["entry", ""],
  ["entry", "/etc/passwd"],
  ["entry", "../out.js"],
  ["entry", "a//b.js"],
  ["entry", "a/./b.js"],
  ["entry", "a\\b.js"],
  ["entry", "c:b.js"],
  ["entry", "a\u0000b"],
  ["entry", "é".repeat(128)],
  ["entry", `${"a/".repeat(32)}b`],
  ["permissions", "network"],
  ["permissions", ["net work"]],
  ["permissions", ["network", "network"]],
  ["homepage", "javascript:alert(1)"],
  ["homepage", "example.com"],
  ["homepage", "https://a:b@example.com"],
  ["homepage", "http://example.com"],
  ["repository", "git@example.com:a/b.git"],
  ["bugs", "mailto:bugs@example.com"],
  ["license", ""],
  ["license", "MIT License"],
  ["license", "UNLICENSED"],
  ["icon", "icon.svg"],
  ["icon", "../icon.png"],
  ["screenshots", [{ path: "one.png" }]],
  ["screenshots", [{ path: "one.gif", alt: "One" }]],
  ["screenshots", Array.from({ length: 9 }, () => ({ path: "one.png", alt: "One" }))],
  ["categories", ["none"]],
  ["categories", ["maps", "maps"]],
  ["categories", ["maps", "data", "forms", "media"]],
  ["keywords", ["a"]],
  ["keywords", ["map", "MAP"]],
  ["keywords", ["a".repeat(31)]],
  ["keywords", Array.from({ length: 11 }, (_, index) => `word ${index}`)],
  ["minPlatformVersion", "1.0"],
];

describe("PluginManifest", () => {
  test("accepts required and optional fields", () => {
    expect(PluginManifest.parse(MANIFEST)).toEqual(MANIFEST);
    const full = {
      ...MANIFEST,
      $schema: "http://127.0.0.1:3000/schemas/plugin.json",
      permissions: ["storage.read", "READ_CONTACTS", "network:local"],
      homepage: "https://example.com/plugin",
      license: "(MIT OR Apache-2.0)",
      icon: "icon.png",
      screenshots: [{ path: "shots/one.webp", alt: "One" }],
      categories: ["maps"],
      keywords: ["tiles"],
      repository: "https://example.com/code",
      bugs: "https://example.com/bugs",
      minPlatformVersion: "1.2.0-beta.1",
      changelog: "- First version",
    };
    expect(PluginManifest.parse(full)).toEqual(full);
  });

  test("ignores fields that it does not know", () => {
    expect(PluginManifest.parse({ ...MANIFEST, future: 7 })).toEqual(MANIFEST);
  });

  test("drops a leading ./ of the entry", () => {
    expect(PluginManifest.parse({ ...MANIFEST, entry: "./src/index.ts" }).entry).toBe("src/index.ts");
  });

  test("names every missing field at once", () => {
    const { error } = PluginManifest.safeParse({});
    expect(error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`)).toEqual(
      ["name", "slug", "type", "version", "description", "entry"].map((field) => `${field} is required`),
    );
  });

  test.each(BROKEN)("refuses the %s %j and names the field", (field, value) => {
    const { error } = PluginManifest.safeParse({ ...MANIFEST, [field]: value });
    expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(new Set([field]));
  });
});

describe("manifestJsonSchema", () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(manifestJsonSchema());

  test("accepts a manifest and contains the limits", () => {
    expect(validate(MANIFEST)).toBe(true);
    for (const wrong of [{ name: "" }, { slug: "A" }, { type: "theme" }, { permissions: ["a", "a"] }]) {
      expect(validate({ ...MANIFEST, ...wrong }), JSON.stringify(wrong)).toBe(false);
    }
    expect(validate({})).toBe(false);
  });

  const CANNOT_TELL = [
    ["keywords", ["map", "MAP"]],
    ["name", " "],
    ["name", "two\nlines"],
    ["license", "MIT License"],
    ["license", "UNLICENSED"],
    ["icon", "../icon.png"],
    ["repository", "git@example.com:a/b.git"],
    ["entry", "é".repeat(128)],
    ["entry", `${"a/".repeat(32)}b`],
  ];
  const canTell = BROKEN.filter((broken) => !CANNOT_TELL.some((one) => isDeepStrictEqual(one, broken)));

  test.each(canTell)("refuses the %s %j as the platform does", (field, value) => {
    expect(validate({ ...MANIFEST, [field]: value })).toBe(false);
  });

  test.each(["./src/index.ts", "././a", ".hidden/x", "..a/b..", "a b/é.js", "src/..index"])(
    "accepts the entry %j as the platform does",
    (entry) => {
      expect(PluginManifest.safeParse({ ...MANIFEST, entry }).success).toBe(true);
      expect(validate({ ...MANIFEST, entry })).toBe(true);
    },
  );
});

describe("readManifestJson", () => {
  test.each([
    ['{"a":1,"\\u0061":2}', 'has the field "a" twice'],
    ['{"a":{"b":1,"c":[{"b":1}],"b":2}}', 'has the field "b" twice'],
    ["[]", "must be a JSON object"],
  ])("refuses %s", (text, reason) => {
    expect(readManifestJson(Buffer.from(text))).toBe(reason);
  });

  test.each(['{"a":{"a":"a"},"b":["a","a"],"c:":"\\"a\\":"}', "{}"])("reads %s", (text) => {
    expect(readManifestJson(Buffer.from(text))).toEqual({ value: JSON.parse(text) });
  });
});
