import { ARCHIVE_LIMITS } from "./limits.ts";

/** Validation of a path in an archive: relative, with plain segments joined by slashes. @returns the violations */
export function pathProblems(path: string): string[] {
  const segments = path.split("/");
  const rules: [isBroken: boolean, message: string][] = [
    [path === "", "must not be empty"],
    [!path.isWellFormed(), "must be valid Unicode"],
    [/\p{Cc}/u.test(path), "must not contain control characters"],
    [path.startsWith("/"), "must not be absolute"],
    [path.includes("\\"), "must not contain a backslash"],
    [path.includes(":"), "must not contain a colon"],
    [segments.includes(".."), 'must not contain ".."'],
    [segments.slice(1).includes("") || segments.includes("."), 'must not contain empty or "." segments'],
    [segments.length > ARCHIVE_LIMITS.depth, `must have at most ${ARCHIVE_LIMITS.depth} segments`],
    [
      new TextEncoder().encode(path).length > ARCHIVE_LIMITS.pathBytes,
      `must be at most ${ARCHIVE_LIMITS.pathBytes} bytes long`,
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
}

/** Key that is equal for paths that differ only in case or Unicode normalization, which some file systems treat as one. */
export function collisionKey(path: string): string {
  const folded = path.normalize("NFD").toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize("NFD");
}

/** Path without a leading `./`. */
export const normalizePath = (path: string): string => path.replace(/^(\.\/+)+/, "");

/** Path without a leading `./`, and without the trailing slash of a directory. */
export function normalizeEntryPath(path: string, isDirectory: boolean): string {
  const plain = normalizePath(path);
  if (!isDirectory) return plain;
  return plain === "." ? "" : plain.replace(/\/$/, "");
}
