import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { readText } from "./read-text.ts";

/** The first of these that is there says what is not packed. */
const IGNORE_FILES = [".drydockignore", ".gitignore"];

/** Never packed, whatever the ignore file says: history, what can be installed again, and earlier archives. */
const ALWAYS_IGNORED = [
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  ".DS_Store",
  "Thumbs.db",
  ".drydockignore",
  ".gitignore",
  "/*.tar.gz",
];

export interface IgnoreRules {
  /** The file that the rules are from, if there is one. */
  file: string | null;
  /** Takes a path below the folder with slashes; that of a folder ends with one. */
  isIgnored: (path: string) => boolean;
}

export function readIgnoreRules(folder: string): IgnoreRules {
  const found = IGNORE_FILES.map((name) => ({ name, text: readText(join(folder, name)) }));
  const first = found.find(({ text }) => text !== null);
  // The same on every machine, whether or not its file system tells cases apart.
  const own: Ignore = ignore({ ignorecase: false });
  own.add(first?.text ?? "");
  const always = ignore({ ignorecase: false }).add(ALWAYS_IGNORED);
  return { file: first?.name ?? null, isIgnored: (path) => always.ignores(path) || own.ignores(path) };
}
