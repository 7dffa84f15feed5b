import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apps, builds } from "@/db/schema/index.ts";
import { PLATFORM_LABELS } from "@/shared/labels.ts";
import { isolate } from "@/shared/text/isolate.ts";
import type { BuildEndReason } from "@/shared/vocabulary.ts";
import { joinSubjects, type NoticeDraft, subjectsOf, type ToNotices } from "./draft.ts";

const BUILD_COLUMNS = {
  id: builds.id,
  number: builds.number,
  platform: builds.platform,
  version: builds.version,
  gitRef: builds.gitRef,
  gitCommit: builds.gitCommit,
  commitMessage: builds.commitMessage,
  createdBy: builds.createdBy,
  app: { id: apps.id, name: apps.name },
};

/** Notices of failed builds for their authors. To cancel a build is no news. */
export const toFailureNotices: ToNotices<"build.failed"> = async (tx, events) => {
  const rows = await tx
    .select({ ...BUILD_COLUMNS, endReason: builds.endReason, failure: builds.failure })
    .from(builds)
    .innerJoin(apps, eq(apps.id, builds.appId))
    .where(inArray(builds.id, subjectsOf(events)));
  return joinSubjects(events, rows).flatMap(([event, build]): NoticeDraft | [] => {
    const { app, number, createdBy, failure, endReason, id } = build;
    if (endReason === "CANCELLED") return [];
    return {
      event,
      kind: "BUILD_FAILED",
      title: `${isolate(app.name)} #${number} failed`,
      detail: failure?.summary ?? `${PLATFORM_LABELS[build.platform]} build`,
      path: `/apps/${app.id}/builds/${id}`,
      action: failure ? "View in log" : "View build",
      author: { userId: createdBy, reason: "you queued the build" },
      appId: app.id,
      mail: {
        thread: toThread(build),
        paragraphs: [
          describeBuild(build),
          endReason ? END_REASONS[endReason] : failure ? "From the log:" : "The log shows no reason.",
        ],
        quote: failure?.summary,
        ...(failure && { hash: `#error-L${failure.line}` }),
      },
    };
  });
};

/**
 * Notices of completed builds whose predecessor on the same platform and branch failed, for the authors of both. Cancelled
 * builds do not count.
 */
export const toFixNotices: ToNotices<"build.completed"> = async (tx, events) => {
  const failed = alias(builds, "failed");
  const rows = await tx
    .select({ ...BUILD_COLUMNS, failed: { number: failed.number, createdBy: failed.createdBy } })
    .from(builds)
    .innerJoin(apps, eq(apps.id, builds.appId))
    .innerJoin(failed, and(eq(failed.appId, builds.appId), eq(failed.number, numberOfFailure())))
    .where(inArray(builds.id, subjectsOf(events)));
  return joinSubjects(events, rows).flatMap(([event, build]) => {
    const { app, number, platform, createdBy, id, failed } = build;
    const userIds = new Set([createdBy, failed.createdBy]);
    return [...(userIds.has(null) ? [null] : userIds)].map((userId) => ({
      event,
      kind: "BUILD_FIXED",
      title: `${isolate(app.name)} #${number} fixed the ${PLATFORM_LABELS[platform]} build`,
      detail: `The previous build, #${failed.number}, failed.`,
      path: `/apps/${app.id}/builds/${id}`,
      action: "View build",
      author: { userId, reason: "you queued this build or the failed one" },
      appId: app.id,
      mail: {
        thread: toThread(build),
        paragraphs: [
          describeBuild(build),
          `The build completed. The previous one, #${failed.number}, failed.`,
        ],
      },
    }));
  });
};

/** Builds of an app between a failed one and the one that fixes it, on other branches and platforms. */
const MAX_BUILDS_BETWEEN = 200;

/** Number of the build before a completed one that it may fix: the last finished one on its platform and branch, if that failed. */
const numberOfFailure = (): SQL<number> => sql`(
  select case when earlier.status = 'FAILED' then earlier.number end
  from builds earlier
  where earlier.app_id = ${builds.appId} and earlier.platform = ${builds.platform} and earlier.number < ${builds.number}
    and earlier.number >= ${builds.number} - ${MAX_BUILDS_BETWEEN}
    and earlier.finished_at is not null and earlier.end_reason is distinct from 'CANCELLED'
    and earlier.git_ref is not distinct from ${builds.gitRef}
  order by earlier.number desc limit 1
)`;

const toThread = ({
  app,
  platform,
}: Pick<typeof builds.$inferSelect, "platform"> & { app: { id: string; name: string } }) => ({
  id: `build-line.${app.id}.${platform}`,
  subject: `${app.name}: ${PLATFORM_LABELS[platform]} builds`,
});

const COMMIT_LENGTH = 7;

/** "iOS, version 1.2.0, branch main, commit 1a2b3c4 (Fix the map)". */
function describeBuild(
  build: Pick<typeof builds.$inferSelect, "platform" | "version" | "gitRef" | "gitCommit" | "commitMessage">,
): string {
  const { platform, version, gitRef, gitCommit, commitMessage } = build;
  const parts = [
    PLATFORM_LABELS[platform],
    `version ${version}`,
    ...(gitRef ? [`branch ${gitRef}`] : []),
    ...(gitCommit ? [`commit ${gitCommit.slice(0, COMMIT_LENGTH)}`] : []),
  ];
  return parts.join(", ") + (commitMessage ? ` (${commitMessage})` : "");
}

const END_REASONS: Record<Exclude<BuildEndReason, "CANCELLED">, string> = {
  WORKER_LOST: "The build worker stopped responding.",
  WORKER_STOPPED: "The build worker was stopped.",
  SECRETS_UNREADABLE: "The secrets of the app could not be decrypted.",
  BY_HAND: "A Super Admin ended the build.",
};
