import { readFileSync, statSync } from "node:fs";

/** The text of a file that need not be there; a folder of its name is none. */
export const readText = (path: string): string | null =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : null;
