import type { IndexedFile } from "./file-index.ts";

/** A file of an archive beside what it was in the one before. `from` is where a moved one lay. */
export interface ComparedFile {
  path: string;
  change: "same" | "added" | "removed" | "changed" | "moved";
  sizeBytes: number;
  sizeBefore: number | null;
  isBinary: boolean;
  from?: string;
}

/**
 * What became of every file, in the order of their paths. A file that is gone, and whose very bytes lie at a new path,
 * was moved.
 */
export function compareFiles(before: readonly IndexedFile[], after: readonly IndexedFile[]): ComparedFile[] {
  const old = new Map(before.map((file) => [file.path, file]));
  const kept = new Set(after.map(({ path }) => path));
  const gone = new Map(before.filter(({ path }) => !kept.has(path)).map((file) => [file.digest, file]));
  const files = after.map((file): ComparedFile => {
    const earlier = old.get(file.path);
    if (earlier) return compared(file, earlier.digest === file.digest ? "same" : "changed", earlier);
    const source = file.sizeBytes > 0 ? gone.get(file.digest) : undefined;
    if (!source) return compared(file, "added");
    gone.delete(file.digest);
    old.delete(source.path);
    return { ...compared(file, "moved", source), from: source.path };
  });
  for (const file of old.values()) if (!kept.has(file.path)) files.push(compared(file, "removed", file));
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function compared(
  { path, sizeBytes, isBinary }: IndexedFile,
  change: ComparedFile["change"],
  before?: IndexedFile,
): ComparedFile {
  return {
    path,
    change,
    sizeBytes: change === "removed" ? 0 : sizeBytes,
    sizeBefore: before?.sizeBytes ?? null,
    isBinary,
  };
}
