import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";
import type { FailureView } from "../view.ts";

export interface BuildListItem {
  id: string;
  number: number;
  platform: Platform;
  version: string;
  status: BuildStatus;
  stalled: boolean;
  createdAt: string;
  startedAt: string | null;
  /** Reason of a failed build, if one was found. */
  failure: FailureView | null;
  app: { id: string; name: string };
}

/** Percentiles in whole seconds; null without a measurement. Only completed builds have a run time. */
export interface DurationFigures {
  runMedian: number | null;
  runP90: number | null;
  queueMedian: number | null;
  queueP90: number | null;
}

/** Outcomes and durations of the builds that were queued in the statistics period. */
export interface BuildFigures extends DurationFigures {
  completed: number;
  failed: number;
}

/** Overview of a tenant's builds. `since` is the first day of the period, in UTC. */
export interface BuildSummary {
  since: string;
  /** One entry per day, oldest first; `day` is a date in UTC. */
  days: { day: string; completed: number; failed: number }[];
  all: BuildFigures;
  platforms: (BuildFigures & { platform: Platform })[];
  /** Apps with the most ended builds, busiest first. */
  apps: (BuildFigures & { app: { id: string; name: string } })[];
  queued: number;
  inProgress: number;
  unfinished: BuildListItem[];
  failed: BuildListItem[];
}
