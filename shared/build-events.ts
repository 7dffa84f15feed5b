import { MAX_EXCERPT_LENGTH } from "./bounds.ts";
import type { BuildFailure } from "./build-log/find-failure.ts";
import { lastCharacters } from "./text/truncate.ts";
import type { BuildStatus, EventType, Platform, ReportedStatus } from "./vocabulary.ts";

/** Data of every event about a build, by the column of each field. */
export const BUILD_EVENT_FIELDS = {
  buildId: "id",
  appId: "appId",
  number: "number",
  platform: "platform",
  version: "version",
  status: "status",
  workerId: "workerId",
} as const;

interface Build {
  id: string;
  tenantId: string;
  appId: string;
  number: number;
  platform: Platform;
  version: string;
  status: BuildStatus;
  workerId: string | null;
}

type EndedBuild = Omit<Build, "status"> & {
  artifactPath?: string | null | undefined;
  sizeBytes?: bigint | null | undefined;
};

export const EVENT_OF_REPORT = {
  IN_PROGRESS: "build.started",
  COMPLETED: "build.completed",
  FAILED: "build.failed",
} as const satisfies Record<ReportedStatus, EventType>;

export const buildQueued = (build: Build) => ({ ...buildEvent(build), type: "build.queued" as const });

export const buildStalled = (build: Build) => ({ ...buildEvent(build), type: "build.stalled" as const });

export function buildCompleted(build: EndedBuild) {
  const { data, ...event } = buildEvent({ ...build, status: "COMPLETED" });
  const { artifactPath = null, sizeBytes } = build;
  const artifact = { artifactPath, sizeBytes: sizeBytes?.toString() ?? null };
  return { ...event, type: EVENT_OF_REPORT.COMPLETED, data: { ...data, ...artifact } };
}

export function buildFailed(build: EndedBuild, errorLog: string, failure: BuildFailure | null) {
  const { data, ...event } = buildEvent({ ...build, status: "FAILED" });
  const cause = {
    errorLogTail: lastCharacters(errorLog, MAX_EXCERPT_LENGTH),
    failure: failure && { summary: failure.summary, line: failure.line },
  };
  return { ...event, type: EVENT_OF_REPORT.FAILED, data: { ...data, ...cause } };
}

type Data = { [Field in keyof typeof BUILD_EVENT_FIELDS]: Build[(typeof BUILD_EVENT_FIELDS)[Field]] };

function buildEvent(build: Build) {
  const fields = Object.entries(BUILD_EVENT_FIELDS).map(([field, key]) => [field, build[key]]);
  return { tenantId: build.tenantId, subjectId: build.id, data: Object.fromEntries(fields) as Data };
}
