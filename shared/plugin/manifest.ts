import parseSpdx from "spdx-expression-parse";
import { z } from "zod";
import { MAX_ALT_TEXT_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { Changelog, Slug, Version } from "@/shared/text/fields.ts";
import { multilineText, oneOf, singleLineText } from "@/shared/text/text.ts";
import { SEMVER_GRAMMAR } from "@/shared/version-key.ts";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";
import { normalizePath, pathProblems } from "./paths.ts";
import { decodeUtf8 } from "./tar-header.ts";

export const PLUGIN_TYPES = ["app", "system"] as const;

export const LISTING_TYPE_OF = { app: "APP_PLUGIN", system: "SYSTEM_PLUGIN" } as const;

const MAX_PERMISSIONS = 100;
const MAX_SCREENSHOTS = 8;
const PERMISSION = /^[A-Za-z][A-Za-z0-9]*([._:-][A-Za-z0-9]+)*$/;

/** Pattern for editors: any `./`, then segments joined by slashes, none empty, `.` or `..`. */
const SEGMENT = "(?!\\.{1,2}(/|$))[^/\\\\:\\u0000-\\u001f\\u007f-\\u009f]+";
const PLAIN_PATH = `^(\\./)*${SEGMENT}(/${SEGMENT})*$`;
const WEB_ADDRESS = "^[Hh][Tt][Tt][Pp][Ss]:(?!//[^/?#]*@)";
const PICTURE_PATH = "\\.([Pp][Nn][Gg]|[Jj][Pp][Ee]?[Gg]|[Ww][Ee][Bb][Pp])$";

const WEB_ADDRESS_META = { format: "uri", pattern: WEB_ADDRESS };

const requiredText = (issue: { input: unknown }) =>
  issue.input === undefined ? "is required" : "must be a string";

/** Path in the archive, without a leading `./`. */
const archivePath = z
  .string({ error: requiredText })
  .transform(normalizePath)
  .superRefine((path, issue) => {
    for (const message of pathProblems(path)) issue.addIssue({ code: "custom", message });
  });

/** Path of a picture in the archive. The extension tells a reader of the stream to keep the file. */
const picturePath = archivePath.refine(
  (path) => new RegExp(PICTURE_PATH).test(path),
  "must end with .png, .jpg, .jpeg or .webp",
);

/** List without duplicates, in any case. */
const listOf = <T extends z.ZodType<string>>(item: T, max: number, error: string) =>
  z
    .array(item, { error })
    .max(max, `must have at most ${max} entries`)
    .refine(
      (entries) => new Set(entries.map((entry) => entry.toLowerCase())).size === entries.length,
      "must not contain duplicates",
    );

const permissionName = z
  .string({ error: "must be a string" })
  .max(64, "must be at most 64 characters long")
  .regex(
    PERMISSION,
    "must be words of letters and digits separated by single dots, colons, hyphens or underscores",
  );

const webAddress = z
  .string({ error: "must be a string" })
  .max(2_048, "must be at most 2,048 characters long")
  .refine(isWebAddress, "must be an https URL without a user name or password");

/**
 * Manifest: `plugin.json` at the root of a plugin's archive. Unknown fields are ignored. Editors read it as the JSON Schema of
 * `manifestJsonSchema`; `meta` holds what zod's rules cannot express there.
 */
export const PluginManifest = z
  .object({
    $schema: z
      .string({ error: "must be a string" })
      .optional()
      .meta({ description: "URL of this schema, for editors." }),
    name: singleLineText(MAX_NAME_LENGTH).meta({
      description: "Display name on the marketplace.",
      minLength: 1,
      maxLength: 80,
      examples: ["Offline Sync"],
    }),
    slug: Slug.meta({
      description: "Identifier in URLs; the same for all versions.",
      examples: ["offline-sync"],
    }),
    type: z
      .enum(PLUGIN_TYPES, {
        error: (issue) =>
          issue.input === undefined ? "is required" : `must be one of ${PLUGIN_TYPES.join(", ")}`,
      })
      .meta({ description: "app: plugin for apps; system: plugin for the platform." }),
    version: Version.meta({
      description:
        "Semantic version. Each version can be published once and must be higher than earlier versions.",
      maxLength: 128,
      pattern: SEMVER_GRAMMAR.source,
      examples: ["1.0.0"],
    }),
    description: multilineText(5_000).meta({
      description: "Description on the marketplace.",
      minLength: 1,
      maxLength: 5_000,
    }),
    entry: archivePath.meta({
      description:
        "File that runs, relative to plugin.json. It must be in the archive. `cli plugin build` bundles TypeScript into it.",
      minLength: 1,
      pattern: PLAIN_PATH,
      examples: ["dist/index.js"],
    }),
    source: archivePath.optional().meta({
      description: "File that `cli plugin build` bundles into the entry, with everything it imports.",
      minLength: 1,
      pattern: PLAIN_PATH,
      examples: ["src/index.ts"],
    }),
    permissions: z
      .array(permissionName, { error: "must be a list of names" })
      .max(MAX_PERMISSIONS, `must have at most ${MAX_PERMISSIONS} names`)
      .refine((names) => new Set(names).size === names.length, "must not contain duplicates")
      .optional()
      .meta({
        description: "Requested permissions. Adding one requires at least a minor release.",
        uniqueItems: true,
        examples: [["storage.read", "network"]],
      }),
    icon: picturePath.optional().meta({
      description: "Icon in the archive: PNG, JPEG or WebP, square, 128 to 1,024 pixels, up to 512 KiB.",
      minLength: 1,
      pattern: PICTURE_PATH,
      examples: ["icon.png"],
    }),
    screenshots: z
      .array(
        z.object(
          {
            path: picturePath.meta({
              description: "Image in the archive: PNG, JPEG or WebP, 240 to 4,096 pixels, up to 4 MiB.",
              minLength: 1,
              pattern: PICTURE_PATH,
            }),
            alt: singleLineText(MAX_ALT_TEXT_LENGTH).meta({
              description: "Alternative text for screen readers.",
              minLength: 1,
              maxLength: 200,
            }),
          },
          { error: "must be an object with path and alt" },
        ),
        { error: "must be a list" },
      )
      .max(MAX_SCREENSHOTS, `must have at most ${MAX_SCREENSHOTS} entries`)
      .optional()
      .meta({ description: "Screenshots for the item page." }),
    categories: listOf(oneOf(ITEM_CATEGORIES), 3, "must be a list of categories")
      .optional()
      .meta({ description: "Categories of the marketplace.", uniqueItems: true, examples: [["forms"]] }),
    keywords: listOf(
      singleLineText(30, 2).meta({ minLength: 2, maxLength: 30 }),
      10,
      "must be a list of words",
    )
      .optional()
      .meta({ description: "Search keywords.", uniqueItems: true }),
    license: z
      .string({ error: "must be a string" })
      .max(100, "must be at most 100 characters long")
      .refine(isSpdxExpression, "must be an SPDX license expression such as MIT or (MIT OR Apache-2.0)")
      .optional()
      .meta({ description: "SPDX license expression.", minLength: 1, examples: ["MIT"] }),
    homepage: webAddress.optional().meta({ description: "Homepage.", ...WEB_ADDRESS_META }),
    repository: webAddress.optional().meta({ description: "Source code.", ...WEB_ADDRESS_META }),
    bugs: webAddress.optional().meta({ description: "Issue tracker.", ...WEB_ADDRESS_META }),
    minPlatformVersion: Version.optional().meta({
      description: "Minimum platform version.",
      maxLength: 128,
      pattern: SEMVER_GRAMMAR.source,
      examples: ["1.0.0"],
    }),
    changelog: Changelog.meta({
      description: "Changes in this version, in Markdown.",
      maxLength: 20_000,
    }),
  })
  .meta({ title: "Drydock plugin manifest" });
export type PluginManifest = z.output<typeof PluginManifest>;

export function manifestJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(PluginManifest, { io: "input", unrepresentable: "any" });
}

function isWebAddress(text: string): boolean {
  if (/\p{Cc}/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

function isSpdxExpression(text: string): boolean {
  try {
    parseSpdx(text);
    return true;
  } catch {
    return false;
  }
}

const MAX_DEPTH = 32;

/** Parses `plugin.json`, for the platform and the CLI. @returns a message if it is not a JSON object */
export function readManifestJson(bytes: Buffer): { value: object } | string {
  const text = decodeUtf8(bytes);
  if (text === null) return "is not UTF-8";
  if (text.startsWith("\uFEFF")) return "starts with a byte order mark";
  if (nestingDepth(text) > MAX_DEPTH) return `is nested more than ${MAX_DEPTH} levels deep`;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) return "must be a JSON object";
    const repeated = findRepeatedName(text);
    return repeated === null ? { value } : `has the field ${JSON.stringify(repeated)} twice`;
  } catch (error) {
    return `is not valid JSON: ${(error as Error).message}`;
  }
}

/** First name that an object has twice, in valid JSON. Readers differ in which of the two values counts. */
function findRepeatedName(text: string): string | null {
  const objects: Set<string>[] = [];
  let previous = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}:]/gs)) {
    if (token === "{" || token === "[") objects.push(new Set());
    else if (token === "}" || token === "]") objects.pop();
    else if (token === ":") {
      const name = JSON.parse(previous) as string;
      if (objects.at(-1)?.has(name)) return name;
      objects.at(-1)?.add(name);
    }
    previous = token;
  }
  return null;
}

/** Nesting depth of objects and arrays, in text that may be invalid JSON. */
function nestingDepth(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") maxDepth = Math.max(maxDepth, ++depth);
    else if (token === "]" || token === "}") depth -= 1;
  }
  return maxDepth;
}
