import { z } from "zod";
import { SEMVER_GRAMMAR } from "@/db/version-key.ts";
import { Changelog, Slug, Version } from "../platform/fields.ts";
import { multilineText, singleLineText } from "../platform/text.ts";
import { normalizePath, pathProblems } from "./limits.ts";
import { decodeUtf8 } from "./tar-header.ts";

export const PLUGIN_TYPES = ["app", "system"] as const;

/** Listing type of a manifest type. */
export const LISTING_TYPE_OF = { app: "APP_PLUGIN", system: "SYSTEM_PLUGIN" } as const;

const MAX_PERMISSIONS = 100;
const PERMISSION = /^[A-Za-z][A-Za-z0-9]*([._:-][A-Za-z0-9]+)*$/;

/** Pattern for editors: any `./`, then segments joined by slashes, none empty, `.` or `..`. */
const SEGMENT = "(?!\\.{1,2}(/|$))[^/\\\\:\\u0000-\\u001f\\u007f-\\u009f]+";
const PLAIN_PATH = `^(\\./)*${SEGMENT}(/${SEGMENT})*$`;
const WEB_ADDRESS = "^[Hh][Tt][Tt][Pp][Ss]?:";

const requiredText = (issue: { input: unknown }) =>
  issue.input === undefined ? "is required" : "must be a string";

/** Path in the archive, without a leading `./`. */
const archivePath = z
  .string({ error: requiredText })
  .transform(normalizePath)
  .superRefine((path, issue) => {
    for (const message of pathProblems(path)) issue.addIssue({ code: "custom", message });
  });

const permissionName = z
  .string({ error: "must be a string" })
  .max(64, "must be up to 64 characters long")
  .regex(
    PERMISSION,
    "must be words of letters and digits joined by single dots, colons, hyphens or underscores",
  );

const webAddress = z
  .string({ error: "must be a string" })
  .max(2_048, "must be up to 2048 characters long")
  .refine(isWebAddress, "must be an http or https address");

/**
 * Manifest: `plugin.json` at the root of a plugin's archive. Unknown fields are ignored. Editors read it as the JSON Schema of
 * `manifestJsonSchema`; `meta` holds what zod's rules cannot express there.
 */
export const PluginManifest = z
  .object({
    $schema: z
      .string({ error: "must be a string" })
      .optional()
      .meta({ description: "The address of this schema, for editors." }),
    name: singleLineText(80).meta({
      description: "The name that people see on the marketplace.",
      minLength: 1,
      maxLength: 80,
      examples: ["Offline Sync"],
    }),
    slug: Slug.meta({
      description: "The name in addresses. It stays the same for all versions.",
      examples: ["offline-sync"],
    }),
    type: z
      .enum(PLUGIN_TYPES, {
        error: (issue) =>
          issue.input === undefined ? "is required" : `must be one of ${PLUGIN_TYPES.join(", ")}`,
      })
      .meta({ description: "app: a plugin for apps; system: a plugin for the platform." }),
    version: Version.meta({
      description:
        "A semantic version. Each version can be published once, and has to rank above those before it.",
      maxLength: 128,
      pattern: SEMVER_GRAMMAR.source,
      examples: ["1.0.0"],
    }),
    description: multilineText(5_000).meta({
      description: "What the plugin does, as the marketplace shows it.",
      minLength: 1,
      maxLength: 5_000,
    }),
    entry: archivePath.meta({
      description: "The file that is loaded first, relative to this one. It has to be in the archive.",
      minLength: 1,
      pattern: PLAIN_PATH,
      examples: ["src/index.ts"],
    }),
    permissions: z
      .array(permissionName, { error: "must be a list of names" })
      .max(MAX_PERMISSIONS, `must be up to ${MAX_PERMISSIONS} names`)
      .refine((names) => new Set(names).size === names.length, "must not name a permission twice")
      .optional()
      .meta({
        description: "What the plugin asks to be allowed. Asking for more needs at least a minor release.",
        uniqueItems: true,
        examples: [["storage.read", "network"]],
      }),
    homepage: webAddress.optional().meta({
      description: "Where to read more.",
      format: "uri",
      pattern: WEB_ADDRESS,
    }),
    license: singleLineText(100)
      .optional()
      .meta({ description: "An SPDX identifier such as MIT.", minLength: 1, maxLength: 100 }),
    minPlatformVersion: Version.optional().meta({
      description: "The oldest version of the platform that the plugin works with.",
      maxLength: 128,
      pattern: SEMVER_GRAMMAR.source,
      examples: ["1.0.0"],
    }),
    changelog: Changelog.meta({
      description: "What is new in this version, in Markdown.",
      maxLength: 20_000,
    }),
  })
  .meta({ title: "Drydock plugin manifest" });
export type PluginManifest = z.output<typeof PluginManifest>;

export function manifestJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(PluginManifest, { io: "input", unrepresentable: "any" });
}

function isWebAddress(text: string): boolean {
  return !/\p{Cc}/u.test(text) && URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

const MAX_DEPTH = 32;

/** Parses `plugin.json`, for the platform and the CLI. @returns a message if it is not a JSON object */
export function readManifestJson(bytes: Buffer): { value: object } | string {
  const text = decodeUtf8(bytes);
  if (text === null) return "is not UTF-8";
  if (text.startsWith("\uFEFF")) return "begins with a byte order mark";
  if (nestingDepth(text) > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { value } : "must hold one JSON object";
  } catch (error) {
    return `is not valid JSON: ${(error as Error).message}`;
  }
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
