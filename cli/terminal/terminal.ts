import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** What the program was started with. Nothing below `main.ts` looks at the process itself. */
export interface Surroundings {
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
  cwd: string;
  /** Aborted when the person asks to stop. */
  signal: AbortSignal;
  /** Aborted when nobody can read the results any more. */
  unread: AbortSignal;
  now: () => number;
  /** Resolves when the time is up or `until` is aborted; rejects when the person asks to stop. */
  delay: (ms: number, until?: AbortSignal) => Promise<void>;
}
