import { sql } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";
import type { BuildView } from "./view.ts";

/** What of a build everybody sees who may see it. */
export const BUILD_COLUMNS = {
  id: builds.id,
  appId: builds.appId,
  number: builds.number,
  platform: builds.platform,
  version: builds.version,
  status: builds.status,
  artifactPath: builds.artifactPath,
  errorLog: builds.errorLogTail,
  errorLogTruncated: builds.errorLogTruncated,
  sizeBytes: builds.sizeBytes,
  workerId: builds.workerId,
  stalled: sql<boolean>`coalesce(${builds.finishedAt} is null and ${builds.leaseUntil} < now(), false)`,
  retryOf: builds.retryOf,
  createdAt: builds.createdAt,
  startedAt: builds.startedAt,
  finishedAt: builds.finishedAt,
  updatedAt: builds.updatedAt,
};

/** A build as it was read, as the public surface shows it. */
export function viewOfBuild(build: BuildRecord): BuildView {
  return {
    ...build,
    errorLogTruncated: build.errorLogTruncated ?? false,
    sizeBytes: build.sizeBytes?.toString() ?? null,
    createdAt: build.createdAt.toISOString(),
    startedAt: build.startedAt?.toISOString() ?? null,
    finishedAt: build.finishedAt?.toISOString() ?? null,
    updatedAt: build.updatedAt.toISOString(),
  };
}

interface BuildRecord
  extends Omit<
    BuildView,
    "sizeBytes" | "errorLogTruncated" | "createdAt" | "startedAt" | "finishedAt" | "updatedAt"
  > {
  errorLogTruncated: boolean | null;
  sizeBytes: bigint | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  updatedAt: Date;
}
