import type { Findings } from "./findings.ts";
import { PluginManifest } from "./manifest.ts";
import { readManifestJson } from "./manifest-json.ts";

const PATH = "plugin.json";

/** The manifest in the bytes of `plugin.json`; null with findings when it is none, or names an entry that is not there. */
export function validateManifest(
  bytes: Buffer,
  files: ReadonlySet<string>,
  findings: Findings,
): PluginManifest | null {
  const json = readManifestJson(bytes);
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
