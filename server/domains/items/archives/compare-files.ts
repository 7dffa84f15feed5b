import type { IndexedFile } from "./file-index.ts";

/** Comparison of a file with the previous archive. `from` is the previous path of a moved file. */
export interface ComparedFile {
  path: string;
  change: "same" | "added" | "removed" | "changed" | "moved";
  sizeBytes: number;
  sizeBefore: number | null;
  isBinary: boolean;
  from?: string;
}

/**
 * Differences between two archives, in the order of paths. A removed file whose content appears at a new path counts as
 * moved.
 */
export function compareFiles(before: readonly IndexedFile[], after: readonly IndexedFile[]): ComparedFile[] {
  const earlier = new Map(before.map((file) => [file.path, file]));
  const paths = new Set(after.map(({ path }) => path));
  const removed = new Map(before.filter(({ path }) => !paths.has(path)).map((file) => [file.digest, file]));
  const files = after.map((file): ComparedFile => {
    const previous = earlier.get(file.path);
    if (previous) return compared(file, previous.digest === file.digest ? "same" : "changed", previous);
    const source = file.sizeBytes > 0 ? removed.get(file.digest) : undefined;
    if (!source) return compared(file, "added");
    removed.delete(file.digest);
    earlier.delete(source.path);
    return { ...compared(file, "moved", source), from: source.path };
  });
  for (const file of earlier.values()) if (!paths.has(file.path)) files.push(compared(file, "removed", file));
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
