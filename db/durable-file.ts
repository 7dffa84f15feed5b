import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Replaces a file so that a crash at any moment leaves either the old content or the new one, never a part.
 * The content is on the disk when this returns.
 */
export function writeDurably(path: string, content: string, mode: number): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, "w", mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/** Makes creations and renames inside a directory survive a power cut. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
