import { join } from "node:path";
import ignore, { type Ignore } from "ignore";

/** Ignore files in the order of npm. Only the first one that exists in a folder is used. */
const IGNORE_FILES = [".drydockignore", ".npmignore", ".gitignore"];

/** Never packed: version control, installed packages, files of editors and systems, earlier archives. */
const ALWAYS_IGNORED = [
  ".git",
  ".hg",
  ".svn",
  "CVS",
  "node_modules",
  ".DS_Store",
  "._*",
  "Thumbs.db",
  ".*.swp",
  ...IGNORE_FILES,
  "/*.tar.gz",
];

// Case-sensitive, so that the selection is the same on every file system.
const createRules = (patterns: string | string[]): Ignore => ignore({ ignorecase: false }).add(patterns);

interface RuleFile {
  /** Folder of the rules, relative to the project; empty or with a trailing slash. */
  prefix: string;
  path: string;
  rules: Ignore;
}

/** Rules of one folder of a project: of its ignore file and those of the folders above. */
export interface IgnoreRules {
  /**
   * Ignore file that excludes a path, or null. The nearest file with a matching pattern decides, as in git.
   * @param path of the project, with slashes; that of a directory ends with one
   */
  findIgnoring: (path: string) => string | null;
  /** Rules of a folder below. */
  enter: (prefix: string) => IgnoreRules;
}

const always = createRules(ALWAYS_IGNORED);

/** Rules of a project's root. @param readText content of a text file; null if there is no such file */
export const readIgnoreRules = (folder: string, readText: (path: string) => string | null): IgnoreRules =>
  enterFolder(folder, readText, [], "");

function enterFolder(
  folder: string,
  readText: (path: string) => string | null,
  above: RuleFile[],
  prefix: string,
): IgnoreRules {
  const own = readRuleFile(folder, readText, prefix);
  const files = own ? [own, ...above] : above;
  return {
    findIgnoring: (path) => {
      // Names are compared in NFC: file systems and ignore files may use other forms.
      const name = path.normalize("NFC");
      if (always.ignores(name)) return "the default rules";
      for (const { prefix, path: file, rules } of files) {
        const { ignored, unignored } = rules.test(name.slice(prefix.length));
        if (ignored || unignored) return ignored ? file : null;
      }
      return null;
    },
    enter: (below) =>
      enterFolder(
        folder,
        readText,
        files.map((file) => takeBack(file, below)),
        below,
      ),
  };
}

/** Rules inside a folder that they exclude and a nearer file includes again: they apply to each of its files. */
function takeBack(file: RuleFile, folderPath: string): RuleFile {
  const path = folderPath.normalize("NFC").slice(file.prefix.length);
  if (!file.rules.test(path).ignored) return file;
  const pattern = `!/${path.replaceAll(/[\\*?[\]]/g, "\\$&")}`;
  return { ...file, rules: ignore({ ignorecase: false }).add(file.rules).add(pattern) };
}

function readRuleFile(
  folder: string,
  readText: (path: string) => string | null,
  prefix: string,
): RuleFile | null {
  for (const name of IGNORE_FILES) {
    const text = readText(join(folder, prefix, name));
    if (text === null) continue;
    const rules = createRules(text.replace(/^\uFEFF/, "").normalize("NFC"));
    return { prefix: prefix.normalize("NFC"), path: prefix + name, rules };
  }
  return null;
}
