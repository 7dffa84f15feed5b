import { decodeUtf8 } from "./tar-header.ts";

const MAX_DEPTH = 32;

/** The object that `plugin.json` holds, or why it holds none; the program that packs archives judges by this, too. */
export function readManifestJson(bytes: Buffer): { value: object } | string {
  const text = decodeUtf8(bytes);
  if (text === null) return "is not UTF-8";
  if (text.startsWith("\uFEFF")) return "begins with a byte order mark";
  if (depthOf(text) > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { value } : "must hold one JSON object";
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
