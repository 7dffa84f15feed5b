const MEBIBYTE = 1_048_576;

/** What an archive may be at the most; the program that packs one and the platform that receives it agree on this. */
export const ARCHIVE_LIMITS = {
  packedBytes: 20 * MEBIBYTE,
  unpackedBytes: 200 * MEBIBYTE,
  entries: 10_000,
  depth: 32,
  pathBytes: 255,
  manifestBytes: 262_144,
} as const;

/** The rules that a path inside an archive breaks; a path is relative, of plain segments joined by slashes. */
export function pathProblems(path: string): string[] {
  const segments = path.split("/");
  const rules: [isBroken: boolean, message: string][] = [
    [path === "", "must not be empty"],
    [!path.isWellFormed(), "must be well-formed Unicode"],
    [/\p{Cc}/u.test(path), "must not contain control characters"],
    [path.startsWith("/"), "must not be absolute"],
    [path.includes("\\"), "must not contain a backslash"],
    [path.includes(":"), "must not contain a colon"],
    [segments.includes(".."), 'must not contain ".."'],
    [segments.slice(1).includes("") || segments.includes("."), "must not contain empty segments or dots"],
    [segments.length > ARCHIVE_LIMITS.depth, `must have up to ${ARCHIVE_LIMITS.depth} segments`],
    [
      new TextEncoder().encode(path).length > ARCHIVE_LIMITS.pathBytes,
      `must be up to ${ARCHIVE_LIMITS.pathBytes} bytes long`,
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
}

/** Equal for paths that some file system takes for one: those that differ in case or Unicode form only. */
export function collisionKey(path: string): string {
  const folded = path.normalize("NFD").toLowerCase().toUpperCase().toLowerCase();
  return folded.normalize("NFD");
}
