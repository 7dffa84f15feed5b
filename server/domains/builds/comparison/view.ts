import type { VariableChanges } from "@/server/domains/apps/variables/compare-variables.ts";
import type { InputChanges } from "../inputs/compare-inputs.ts";

/** Source, worker and result of a build, as compared. */
export interface ComparedBuild {
  id: string;
  number: number;
  version: string;
  gitRef: string | null;
  gitCommit: string | null;
  workerId: string | null;
  sizeBytes: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

/** A build beside the last completed one before it, of the same app and platform. */
export interface BuildComparison {
  build: ComparedBuild;
  base: ComparedBuild;
  /** Null unless workers claimed both builds: others got no variables from the platform. */
  variables: VariableChanges | null;
  inputs: InputChanges;
  /** Artifact sizes of the last completed builds up to this one, oldest first. */
  sizes: { number: number; sizeBytes: string }[];
}
