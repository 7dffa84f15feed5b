import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Job } from "./api.ts";

/** How a build ended, as it will be reported. */
export interface Outcome {
  status: "COMPLETED" | "FAILED";
  errorLog?: string;
  artifact?: { path: string; fileName: string; sizeBytes: number };
  /** What the platform said of the uploaded artifact. */
  stored?: { artifactPath: string; sizeBytes: string };
}

/** What a worker is at; written before it is done, so that the next one knows where this one stopped. */
export type Task =
  | { phase: "asking"; claimId: string }
  | { phase: "claimed"; job: Job }
  | { phase: "running"; job: Job }
  | { phase: "ended"; job: Job; outcome: Outcome }
  | { phase: "giving-back"; job: Job };

/** A worker's memory on the disk. */
export interface Spool {
  read: () => Task | null;
  /** Returns once it is on the disk. */
  write: (task: Task) => void;
  clear: () => void;
  /** Where a build is made. */
  workDirectory: (buildId: string) => string;
}

export function openSpool(directory: string): Spool {
  const path = join(directory, "task.json");
  const sync = (name: string) => {
    const handle = openSync(name, "r");
    fsyncSync(handle);
    closeSync(handle);
  };
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, "utf8")) as Task;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    write: (task) => {
      const draft = `${path}.draft`;
      const handle = openSync(draft, "w", 0o600);
      writeSync(handle, JSON.stringify(task));
      fsyncSync(handle);
      closeSync(handle);
      renameSync(draft, path);
      sync(directory);
    },
    clear: () => {
      rmSync(path, { force: true });
      sync(directory);
    },
    workDirectory: (buildId) => {
      const work = join(directory, "work", buildId);
      mkdirSync(work, { recursive: true, mode: 0o700 });
      return work;
    },
  };
}
