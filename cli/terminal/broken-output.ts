import { fstatSync } from "node:fs";
import { harmless } from "./harmless.ts";

/** What a system says when the reader of a pipe has left, as `head` does when it has seen enough. */
const READER_LEFT = ["EPIPE", "EOF", "ECONNRESET"];

export interface Outcome {
  /** Aborted when nobody can read the results any more. */
  unread: AbortSignal;
  /** Whether something that was said is lost for another reason than that nobody read it. */
  isLossy: () => boolean;
}

/**
 * Lets the work go on when what it says cannot be written any more: it may be in the midst of what it was asked to do,
 * and what it ends with is still its own.
 */
export function outliveOutput({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): Outcome {
  const unread = new AbortController();
  let isLossy = false;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    unread.abort();
    if (isLossy || READER_LEFT.includes(error.code ?? "")) return;
    isLossy = true;
    stderr.write(harmless(`✗ The output could not be written (${error.message}).\n  ${HINT}\n`));
  });
  stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (!READER_LEFT.includes(error.code ?? "")) isLossy = true;
    if (isSameFile(stdout.fd, stderr.fd)) unread.abort();
  });
  return { unread: unread.signal, isLossy: () => isLossy };
}

const HINT = "Make room for it or let it go elsewhere, then run the command again.";

function isSameFile(one: number, other: number): boolean {
  try {
    const [a, b] = [fstatSync(one), fstatSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}
