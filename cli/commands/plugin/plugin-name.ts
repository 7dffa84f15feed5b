import { PluginManifest } from "../../../server/archives/manifest.ts";
import { wrongUsage } from "../../failure.ts";

export interface PluginName {
  /** The name as it was given. */
  folder: string;
  slug: string;
  /** "Offline Sync". */
  title: string;
}

const LONGEST_NAME = 80;
/** Names that some system takes for a device or a place. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** The folder, slug and title for a plain name, which may be in any case and hold spaces. */
export function readPluginName(given: string): PluginName {
  const hint = "Give a plain name of letters, digits and hyphens, such as offline-sync; it is no path.";
  if (
    !/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u.test(given) ||
    /[ .]$/.test(given) ||
    given.length > LONGEST_NAME
  ) {
    throw wrongUsage(`"${printable(given)}" is no plain name.`, hint);
  }
  const words = given
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const slug = words.join("-");
  const parsed = PluginManifest.shape.slug.safeParse(slug);
  if (!parsed.success || RESERVED.test(given)) {
    const why = parsed.error?.issues[0]?.message ?? "is reserved by some systems";
    throw wrongUsage(`"${given}" cannot be a plugin's name: its slug "${slug}" ${why}.`, hint);
  }
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return { folder: given, slug, title };
}

const printable = (text: string): string => JSON.stringify(text).slice(1, -1);
