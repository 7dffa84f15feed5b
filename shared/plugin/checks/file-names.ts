import { skeletonOf } from "@/shared/name-skeleton.ts";
import { hasHiddenInName } from "@/shared/text/hidden-characters.ts";
import { hasMixedScripts } from "@/shared/text/mixed-scripts.ts";
import type { Collector } from "./finding.ts";
import { MANIFEST_PATH, PACKAGE_PATH } from "./manifest-rules.ts";

const NON_ASCII = /[^\x20-\x7e]/;
/** Files by which a plugin is read. */
const KNOWN_FILES = [MANIFEST_PATH, PACKAGE_PATH];

/** Name of a device of Windows, with any extension, or an ending that Windows drops. */
const UNPORTABLE = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\.[^/]*)?$|[. ]$/i;

export function checkFileName(path: string, collector: Collector): void {
  const misleads = describeMisleading(path);
  if (misleads) collector.add("misleading-name", { path, message: misleads, key: "name" });
  if (path.split("/").some((segment) => UNPORTABLE.test(segment)))
    collector.add("unportable-path", { path, message: "cannot be stored on Windows", key: "name" });
}

export function checkItemName(name: string, collector: Collector): void {
  if (!hasMixedScripts(name)) return;
  const message = "has a word with letters of several alphabets that look alike";
  collector.add("misleading-name", { path: "name", message, key: "name" });
}

function describeMisleading(path: string): string | null {
  if (!NON_ASCII.test(path)) return null;
  if (hasHiddenInName(path)) return "has invisible characters in its name";
  const twin = KNOWN_FILES.find((known) => skeletonOf(known) === skeletonOf(path));
  if (twin) return `looks like ${twin}`;
  return hasMixedScripts(path) ? "has letters of several alphabets that look alike in its name" : null;
}
