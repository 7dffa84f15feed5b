import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { BuildJob, ClaimedJob } from "./api.ts";
import type { Artifact } from "./artifact.ts";

/** Result of a build for the report. */
export interface BuildResult {
  status: "COMPLETED" | "FAILED";
  errorLog?: string;
  artifact?: Artifact;
  /** Set after the upload of the artifact. */
  stored?: { artifactPath: string; sizeBytes: string };
}

/** State of the worker's current task. A claimed build is not stored; the claim is repeated after a restart. */
export type Task =
  | { phase: "claiming"; claimId: string }
  | { phase: "claimed"; job: ClaimedJob }
  | { phase: "running"; job: BuildJob }
  | { phase: "finished"; job: BuildJob; result: BuildResult }
  | { phase: "releasing"; job: BuildJob };

export type Checkpoint = ReturnType<typeof openCheckpoint>;

/** Checkpoint on disk: the current task, written before each step, from which a restarted worker resumes. */
export function openCheckpoint(directory: string) {
  const path = join(directory, "task.json");
  const sync = (name: string) => {
    const file = openSync(name, "r");
    fsyncSync(file);
    closeSync(file);
  };
  return {
    read: (): Task | null => {
      try {
        return JSON.parse(readFileSync(path, "utf8")) as Task;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    /** Returns after fsync. */
    write: (task: Exclude<Task, { phase: "claimed" }>): void => {
      const temporary = `${path}.tmp`;
      writeFileSync(temporary, JSON.stringify(task), { mode: 0o600, flush: true });
      renameSync(temporary, path);
      sync(directory);
    },
    clear: (): void => {
      rmSync(path, { force: true });
      sync(directory);
    },
    /** Directory of verified inputs, for all builds. */
    inputCache: join(directory, "inputs"),
    createDirectory: (buildId: string): string => {
      const path = join(directory, "work", buildId);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return path;
    },
  };
}
