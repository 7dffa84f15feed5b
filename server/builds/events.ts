import type { builds } from "@/db/schema/index.ts";
import { excerptEnd } from "../events/event-types.ts";
import type { DomainEvent } from "../events/record-event.ts";

type Build = Pick<
  typeof builds.$inferSelect,
  "id" | "tenantId" | "appId" | "number" | "platform" | "version" | "status" | "workerId"
>;

/** That a build waits for a worker. */
export const buildQueued = (build: Build): DomainEvent => ({ ...aboutBuild(build), type: "build.queued" });

/** That the worker of a build fell silent. */
export const buildStalled = (build: Build): DomainEvent => ({
  ...aboutBuild(build),
  type: "build.stalled",
});

/** That a build ended without an artifact, by another way than a report. */
export function buildFailed(build: Build, errorLog: string): DomainEvent {
  const { data, ...about } = aboutBuild({ ...build, status: "FAILED" });
  return { ...about, type: "build.failed", data: { ...data, errorLogTail: excerptEnd(errorLog) } };
}

const aboutBuild = ({ id, tenantId, appId, number, platform, version, status, workerId }: Build) => ({
  tenantId,
  subjectId: id,
  data: { buildId: id, appId, number, platform, version, status, workerId },
});
