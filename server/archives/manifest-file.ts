import type { Findings } from "./findings.ts";
import { PluginManifest } from "./manifest.ts";
import { decodeUtf8 } from "./tar-header.ts";

const PATH = "plugin.json";
const DEEPEST = 32;

/** The manifest in the bytes of `plugin.json`; null with findings when it is none, or names an entry that is not there. */
export function judgeManifest(
  bytes: Buffer,
  files: ReadonlySet<string>,
  findings: Findings,
): PluginManifest | null {
  const json = readJson(bytes);
  if (typeof json === "string") {
    findings.add(PATH, json);
    return null;
  }
  const { data, error } = PluginManifest.safeParse(json.value);
  for (const { path, message } of error?.issues ?? []) {
    findings.add(PATH, path.length > 0 ? `${path.join(".")}: ${message}` : message);
  }
  if (!data) return null;
  if (!files.has(data.entry))
    findings.add(PATH, `entry: ${JSON.stringify(data.entry)} is not in the archive`);
  return data;
}

function readJson(bytes: Buffer): { value: unknown } | string {
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, "");
  if (text === undefined) return "is not UTF-8";
  if (depthOf(text) > DEEPEST) return `is nested deeper than ${DEEPEST} levels`;
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return `is not valid JSON: ${(error as Error).message}`;
  }
}

/** How deep objects and lists lie in each other, in text that may not be JSON at all. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth -= 1;
  }
  return deepest;
}
