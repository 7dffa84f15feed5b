import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/**
 * Paths in documentation: every relative link and every path or file name in backticks of the Markdown files, and every
 * path from the root in a comment of the sources, names a file or folder that exists. `<name>` and `*` stand for any
 * name, `**` for any number of folders, `{a,b}` for either. Every `npm run` script that the Markdown files name exists.
 * The tree of docs/architecture.md names existing folders, and all of `server/` and `shared/`.
 */
const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs"];
const SOURCES = ["app", "bench", "cli", "db", "e2e", "server", "shared", "worker", ".ci"];
const NOT_IN_THE_REPOSITORY = [
  "node_modules",
  ".git",
  ".next",
  ".data",
  ".build",
  ".worker",
  "dist",
  "test-results",
];
const TREE = "docs/architecture.md";
const COMPLETE_IN_TREE = /^(server|shared)\//;
/** Sanity check of the patterns: with fewer matches they are broken. */
const MIN_PATHS = 150;

const FILE_NAME = /^[\w.-]+\.(?:tsx?|mjs|cjs|sql|md)$/;
const FILE_PATH = /^[\w.@()[\]{}<>*,/-]+\.(?:tsx?|mjs|cjs|js|sql|md|json|sh|css)$/;
const ROOT_PATH = new RegExp(
  String.raw`(?<![\w/.@-])(?:${SOURCES.slice(0, -1).join("|")}|docs)/[\w.@()[\]/-]*\w\.(?:tsx?|mjs|sql|md)\b`,
  "g",
);

interface Mention {
  source: string;
  line: number;
  path: string;
}

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const files = listFiles(".");
const folders = new Set(files.flatMap(parentFolders));
const names = new Set(files.map((file) => file.slice(file.lastIndexOf("/") + 1)));
const topLevel = new Set([...files, ...folders].map((path) => path.split("/")[0] ?? ""));

const tree = pathsOfTree();
const mentions = [
  ...tree,
  ...files.filter((file) => file.endsWith(".md") && isBelow(file, DOCUMENTS)).flatMap(pathsOfDocument),
  ...files.filter((file) => /\.(tsx?|mjs)$/.test(file) && isBelow(file, SOURCES)).flatMap(pathsOfComments),
];
if (mentions.length < MIN_PATHS) throw new Error(`only ${mentions.length} paths were found`);
const problems = mentions.filter(({ source, path }) => !isThere(path, dirname(source)));
for (const { source, line, path } of problems)
  process.stdout.write(`${source}:${line}: ${path} does not exist\n`);
const missing = [...folders].filter(
  (folder) => COMPLETE_IN_TREE.test(folder) && !tree.some(({ path }) => path === `${folder}/`),
);
for (const folder of missing) process.stdout.write(`${TREE}: ${folder}/ is missing in the tree\n`);
process.stdout.write(`${mentions.length} paths, ${problems.length + missing.length} problems\n`);
process.exitCode = problems.length + missing.length > 0 ? 1 : 0;

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_IN_THE_REPOSITORY.includes(entry.name)) return [];
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function parentFolders(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function isBelow(file: string, roots: readonly string[]): boolean {
  return roots.some((root) => file === root || file.startsWith(`${root}/`));
}

function pathsOfDocument(source: string): Mention[] {
  return findInLines(source, (text) => {
    const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => target);
    const code = [...text.matchAll(/`([^`\s]+)`/g)].map(([, word = ""]) => word);
    const commands = [...text.matchAll(/npm run (?:--\S+ )*([\w:]+)/g)].map(
      ([, name = ""]) => `npm run ${name}`,
    );
    return [...links.filter((target) => !/^(\w+:|\/)/.test(target)), ...code.filter(isPath), ...commands];
  });
}

function pathsOfComments(source: string): Mention[] {
  return findInLines(source, (text) => {
    const comment = /^\s*(?:\/?\*+|\/\/)(.*)/.exec(text)?.[1] ?? "";
    return comment.match(ROOT_PATH) ?? [];
  });
}

/** Folders of the tree: a line is indented by two spaces more than its parent. */
function pathsOfTree(): Mention[] {
  const parents: string[] = [];
  let isTree = false;
  return findInLines(TREE, (text) => {
    if (text.startsWith("```")) isTree = text === "```text";
    const [, indent = "", folder] = /^( *)(\S+\/) {2,}/.exec(text) ?? [];
    if (!isTree || folder === undefined) return [];
    parents.length = indent.length / 2;
    parents.push(folder);
    return [parents.join("")];
  });
}

function findInLines(source: string, find: (text: string) => string[]): Mention[] {
  return readFileSync(source, "utf8")
    .split("\n")
    .flatMap((text, index) => find(text).map((path) => ({ source, line: index + 1, path })));
}

/** A file name or a path with an extension, or a path that begins at the top level of the repository. */
function isPath(word: string): boolean {
  if (/^(\/|dist\/)/.test(word)) return false;
  if (!word.includes("/")) return FILE_NAME.test(word);
  return (
    FILE_PATH.test(word) || (topLevel.has(word.split("/")[0] ?? "") && /^[\w.@()[\]{}<>*,/-]+$/.test(word))
  );
}

function isThere(path: string, folder: string): boolean {
  if (path.startsWith("npm run ")) return path.slice("npm run ".length) in scripts;
  if (!path.includes("/") && names.has(path)) return true;
  return expandBraces(path).every((one) => {
    const plain = one.replace(/\/$/, "");
    return [plain, normalize(join(folder, plain))].some((candidate) =>
      /[<*]/.test(candidate) ? matchesAny(candidate) : existsSync(candidate),
    );
  });
}

function expandBraces(path: string): string[] {
  const [whole = "", options] = /\{([^{}]*,[^{}]*)\}/.exec(path) ?? [];
  if (options === undefined) return [path];
  return options.split(",").flatMap((option) => expandBraces(path.replace(whole, option)));
}

function matchesAny(path: string): boolean {
  const pattern = path
    .replaceAll(/[.()[\]{}+?^$|\\]/g, String.raw`\$&`)
    .replaceAll(/<[^>]*>/g, "[^/]+")
    .replaceAll("**/", "(.+/)?")
    .replaceAll(/(?<!\.)\*+/g, "[^/]*");
  const whole = new RegExp(`^${pattern}$`);
  return [...files, ...folders].some((candidate) => whole.test(candidate));
}
