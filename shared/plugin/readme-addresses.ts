export const README = "README.md";
const README_NAME = /^readme\.(?:md|markdown)$/i;

/** True for the path of an archive's README, whose name has any case, as in npm's packages. */
export const isReadmePath = (path: string): boolean => README_NAME.test(path);

export const MAX_README_PICTURES = 20;

/** True for a file that a README may show as a picture. Of a GIF, the page shows the first frame. */
export const isReadmePicturePath = (path: string): boolean => /\.(?:png|jpe?g|webp|gif)$/i.test(path);

export const isGifPath = (path: string): boolean => /\.gif$/i.test(path);

/** Root of the archive as an address: no page has it, as `.invalid` is reserved. */
const ROOT = new URL("https://archive.invalid/");

/** Target of an address in a README, as a browser resolves it from the root of the archive. */
type ReadmeTarget =
  | { kind: "file"; path: string; fragment: string }
  /** Heading or anchor of the README itself. */
  | { kind: "anchor"; fragment: string }
  | { kind: "remote"; href: string };

/** Target of an address; null for one that leads neither to the archive nor to the web or to mail. */
export function resolveReadmeAddress(address: string): ReadmeTarget | null {
  if (!URL.canParse(address, ROOT)) return null;
  const url = new URL(address, ROOT);
  if (!["https:", "http:", "mailto:"].includes(url.protocol)) return null;
  if (url.protocol !== ROOT.protocol || url.host !== ROOT.host) {
    const hasUser = url.username !== "" || url.password !== "";
    url.username = "";
    url.password = "";
    // What its author wrote, where a browser needs no base for it.
    return {
      kind: "remote",
      href: hasUser || !/^(?:https?:\/\/|mailto:)/i.test(address) ? url.href : address,
    };
  }
  const path = decode(url.pathname.slice(1));
  const isOwn = path === "" || isReadmePath(path);
  return isOwn && url.hash !== ""
    ? { kind: "anchor", fragment: url.hash }
    : { kind: "file", path, fragment: url.hash };
}

/**
 * Expression for each address of a README that may be one of a picture: behind a text or a label in Markdown, or in HTML. Its
 * parts are bounded, so that it reads a text in linear time.
 */
const ADDRESSES =
  /(?:\]\([ \t]{0,9}\n?[ \t]{0,9}|\]:[ \t]{0,9}\n?[ \t]{0,9})(?:<([^<>\n]{1,2000})>|([^\s<>]{1,2000}))|\bsrc\s{0,9}=\s{0,9}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/gi;

/** Paths of the archive's files that a README may show as pictures, in its order. Code is not told from text. */
export function findPicturePaths(readme: string): Set<string> {
  const paths = new Set<string>();
  for (const [, angled, plain, ...quoted] of readme.matchAll(ADDRESSES)) {
    const written = angled ?? plain ?? quoted.find((value) => value !== undefined) ?? "";
    for (const address of plain === undefined ? [written] : endsOf(written)) {
      const target = resolveReadmeAddress(unescapeText(address));
      if (target?.kind === "file") paths.add(target.path);
    }
  }
  return paths;
}

/** Address without angle brackets up to each of the first parentheses that may end it. */
function endsOf(text: string): string[] {
  const ends = [...text.matchAll(/\)/g)].slice(0, 3).map(({ index }) => text.slice(0, index));
  return [...ends, text];
}

/** Text without the escapes of Markdown and the one entity that addresses have. */
const unescapeText = (text: string): string =>
  text
    .trim()
    .replaceAll("&amp;", "&")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Address of a file in a repository; that of the repository on a host whose pages are unknown. */
export function repositoryAddress(repository: string, path: string, fragment: string): string | null {
  if (!URL.canParse(repository)) return null;
  const url = new URL(repository);
  if (url.protocol !== "https:") return null;
  url.username = "";
  url.password = "";
  const file = path.split("/").map(encodeURIComponent).join("/");
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  const [owner = "", name = "", view, ...folder] = segments;
  const isFolder = view === "tree" && folder.length > 0;
  const to = (...parts: string[]) => `${url.origin}/${[...parts, file].join("/")}${fragment}`;
  const repo = name.replace(/\.git$/, "");
  if (repo === "" || file === "") return url.href;
  switch (url.hostname) {
    case "github.com":
      return to(owner, repo, "blob", ...(isFolder ? folder : ["HEAD"]));
    case "gitlab.com": {
      const end = segments.indexOf("-");
      const project = (end < 0 ? segments : segments.slice(0, end)).join("/").replace(/\.git$/, "");
      return to(project, "-", "blob", "HEAD");
    }
    case "codeberg.org":
    case "gitea.com":
      return to(owner, repo, "src", "branch", "HEAD");
    default:
      return url.href;
  }
}
