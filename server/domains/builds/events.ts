import type { builds } from "@/db/schema/index.ts";
import { excerptEnd } from "@/server/events/event-types.ts";
import type { DomainEvent } from "@/server/events/record-event.ts";
import type { BuildFailure } from "@/shared/build-log/find-failure.ts";

type Build = Pick<
  typeof builds.$inferSelect,
  "id" | "tenantId" | "appId" | "number" | "platform" | "version" | "status" | "workerId"
>;

export const buildQueued = (build: Build): DomainEvent => ({ ...buildEvent(build), type: "build.queued" });

/** Event of an expired lease. */
export const buildStalled = (build: Build): DomainEvent => ({ ...buildEvent(build), type: "build.stalled" });

/** Event of a build that the platform, a user or a Super Admin ended; `report.ts` records those of reports. */
export function buildFailed(build: Build, errorLog: string, { summary, line }: BuildFailure): DomainEvent {
  const { data, ...event } = buildEvent({ ...build, status: "FAILED" });
  return {
    ...event,
    type: "build.failed",
    data: { ...data, errorLogTail: excerptEnd(errorLog), failure: { summary, line } },
  };
}

const buildEvent = ({ id, tenantId, appId, number, platform, version, status, workerId }: Build) => ({
  tenantId,
  subjectId: id,
  data: { buildId: id, appId, number, platform, version, status, workerId },
});
