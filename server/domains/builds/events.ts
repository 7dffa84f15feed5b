import { builds } from "@/db/schema/index.ts";
import { type EventData, excerptEnd, MAX_EXCERPT_LENGTH } from "@/server/events/event-types.ts";
import type { DomainEvent } from "@/server/events/record-event.ts";
import type { BuildFailure } from "@/shared/build-log/find-failure.ts";
import type { EventType, ReportedStatus } from "@/shared/vocabulary.ts";

/** Data of every event about a build, by the column of each field. */
const FIELDS = {
  buildId: "id",
  appId: "appId",
  number: "number",
  platform: "platform",
  version: "version",
  status: "status",
  workerId: "workerId",
} as const satisfies Record<keyof BuildData, keyof typeof builds.$inferSelect>;

type BuildData = EventData<"build.queued">;
type Build = Pick<typeof builds.$inferSelect, "tenantId" | (typeof FIELDS)[keyof BuildData]>;

const EVENT_OF_STATUS = {
  IN_PROGRESS: "build.started",
  COMPLETED: "build.completed",
  FAILED: "build.failed",
} as const satisfies Record<ReportedStatus, EventType>;

/** Event of a report in SQL, for the statement that applies reports. `applied` is the build's row after it. */
export const REPORTED_EVENT = {
  type: `case applied.status ${Object.entries(EVENT_OF_STATUS)
    .map(([status, type]) => `when '${status}' then '${type}'`)
    .join(" ")} end`,
  data: `jsonb_build_object(${Object.entries(FIELDS)
    .map(([field, key]) => `'${field}', applied.${builds[key].name}`)
    .join(", ")}) || case applied.status
    when 'COMPLETED' then jsonb_build_object('artifactPath', applied.artifact_path, 'sizeBytes', applied.size_bytes::text)
    when 'FAILED' then jsonb_build_object('errorLogTail', right(applied.error_log, ${MAX_EXCERPT_LENGTH}),
      'failure', case when applied.failure is not null then
        jsonb_build_object('summary', applied.failure -> 'summary', 'line', applied.failure -> 'line') end)
    else '{}' end`,
};

export const buildQueued = (build: Build): DomainEvent => ({ ...buildEvent(build), type: "build.queued" });

export const buildStalled = (build: Build): DomainEvent => ({ ...buildEvent(build), type: "build.stalled" });

/** Event of a build that the platform, a user or a Super Admin ended. */
export function buildFailed(build: Build, errorLog: string, { summary, line }: BuildFailure): DomainEvent {
  const { data, ...event } = buildEvent({ ...build, status: "FAILED" });
  return {
    ...event,
    type: "build.failed",
    data: { ...data, errorLogTail: excerptEnd(errorLog), failure: { summary, line } },
  };
}

function buildEvent(build: Build) {
  const fields = Object.entries(FIELDS).map(([field, key]) => [field, build[key]]);
  return { tenantId: build.tenantId, subjectId: build.id, data: Object.fromEntries(fields) as BuildData };
}
