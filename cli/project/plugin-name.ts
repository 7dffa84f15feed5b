import { MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { PluginManifest } from "@/shared/plugin/manifest.ts";
import { usageError } from "../context/errors.ts";

export interface PluginName {
  /** Name as given. */
  folder: string;
  slug: string;
  /** "Offline Sync". */
  title: string;
}

const HINT = "Use letters, digits and hyphens, such as offline-sync.";
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u;
/** Device names of Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Folder, slug and title from a name in any case, with or without spaces. @throws CliError if it is a path or invalid */
export function parsePluginName(name: string): PluginName {
  if (!NAME.test(name) || /[ .]$/.test(name) || name.length > MAX_NAME_LENGTH) {
    throw usageError(`"${JSON.stringify(name).slice(1, -1)}" is not a valid name.`, HINT);
  }
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const slug = words.join("-");
  const parsed = PluginManifest.shape.slug.safeParse(slug);
  if (!parsed.success || RESERVED.test(name)) {
    const reason = parsed.error?.issues[0]?.message ?? "is reserved on some systems";
    throw usageError(`"${name}" can't be used: its slug "${slug}" ${reason}.`, HINT);
  }
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return { folder: name, slug, title };
}
