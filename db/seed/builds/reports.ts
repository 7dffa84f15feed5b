import type { buildReports, ReportedStatus } from "../../schema/index.ts";
import { secondsAfter } from "../clock.ts";
import { createRandom, type Random } from "../random.ts";
import type { DemoBuild } from "./queue.ts";

export type DemoReport = Omit<typeof buildReports.$inferSelect, "id">;

/**
 * What the workers reported, in the order of arrival. The applied reports lead each build to the status it has;
 * some came twice, some came late, a few contradicted the end, and those changed nothing.
 */
export function planReports(builds: readonly DemoBuild[]): DemoReport[] {
  const random = createRandom("reports");
  return builds
    .flatMap((build) => reportBuild(build, random))
    .sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime());
}

function reportBuild(build: DemoBuild, random: Random): DemoReport[] {
  const { startedAt, finishedAt, status } = build;
  const reports: DemoReport[] = [];
  if (startedAt) {
    reports.push(report(build, "IN_PROGRESS", startedAt, true));
    if (random.happens(0.08)) reports.push(report(build, "IN_PROGRESS", soonAfter(startedAt, random), false));
  }
  if (!finishedAt || status === "QUEUED") return reports;
  reports.push(report(build, status, finishedAt, true));
  if (random.happens(0.06)) reports.push(report(build, status, soonAfter(finishedAt, random), false));
  if (!startedAt || random.happens(0.03)) {
    reports.push(report(build, "IN_PROGRESS", soonAfter(finishedAt, random), false));
  }
  if (random.happens(0.01)) {
    const other = status === "FAILED" ? "COMPLETED" : "FAILED";
    reports.push(report(build, other, soonAfter(finishedAt, random), false));
  }
  return reports;
}

function report(build: DemoBuild, status: ReportedStatus, receivedAt: Date, applied: boolean): DemoReport {
  const isAboutArtifact = status === "COMPLETED";
  return {
    tenantId: build.tenantId,
    buildId: build.id,
    status,
    workerId: build.workerId,
    artifactPath: isAboutArtifact ? build.artifactPath : null,
    sizeBytes: isAboutArtifact ? build.sizeBytes : null,
    applied,
    receivedAt,
  };
}

const soonAfter = (at: Date, random: Random): Date =>
  secondsAfter(at, Math.min(random.logNormal(4, 0.8), 14));
