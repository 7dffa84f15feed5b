import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client.ts";
import { apps, builds, tenants } from "@/db/schema/index.ts";
import { SHORT_COMMIT_LENGTH } from "@/shared/bounds.ts";
import { PLATFORM_LABELS } from "@/shared/labels.ts";
import type { BuildEndReason } from "@/shared/vocabulary.ts";
import { joinNotices, type NoticeDraft, type NoticeEvent, subjectsOf } from "./drafts.ts";
import { RECIPIENTS } from "./policy.ts";

/** Notices about failed builds, and about the first completed one after a failure. */
export async function createBuildNotices(
  tx: Transaction,
  events: readonly NoticeEvent[],
): Promise<NoticeDraft[]> {
  const failed = events.filter(({ type }) => type === "build.failed");
  const completed = events.filter(({ type }) => type === "build.completed");
  return [...(await failedBuilds(tx, failed)), ...(await fixedBuilds(tx, completed))];
}

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
  tenant: { id: tenants.id, slug: tenants.slug },
};

async function failedBuilds(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .select({ ...BUILD_COLUMNS, endReason: builds.endReason, failure: builds.failure })
    .from(builds)
    .innerJoin(apps, eq(apps.id, builds.appId))
    .innerJoin(tenants, eq(tenants.id, builds.tenantId))
    .where(inArray(builds.id, subjectsOf(events)));
  // A cancelled build is no news for its author.
  const unwanted = rows.filter(({ endReason }) => endReason !== "CANCELLED");
  return joinNotices(events, unwanted, (build) => {
    const { app, tenant, number, createdBy, failure, endReason, id } = build;
    const path = `/builder/${tenant.slug}/apps/${app.id}/builds/${id}`;
    return {
      kind: "BUILD_FAILED",
      title: `${app.name} #${number} failed`,
      detail: failure?.summary ?? `${PLATFORM_LABELS[build.platform]} build`,
      path,
      tenantId: tenant.id,
      userId: createdBy,
      roles: RECIPIENTS.BUILD_FAILED.roles,
      appId: app.id,
      mail: {
        subject: `${app.name} #${number} failed (${PLATFORM_LABELS[build.platform]})`,
        paragraphs: [describeBuild(build), describeReason(endReason, failure !== null)],
        quote: failure?.summary,
        ...(failure && { path: `${path}#error-L${failure.line}` }),
      },
    };
  });
}

/**
 * Completed builds whose predecessor on the same platform and branch failed, for the authors of both. Cancelled builds do
 * not count.
 */
async function fixedBuilds(tx: Transaction, events: NoticeEvent[]): Promise<NoticeDraft[]> {
  if (events.length === 0) return [];
  const failed = alias(builds, "failed");
  const rows = await tx
    .select({ ...BUILD_COLUMNS, failed: { number: failed.number, createdBy: failed.createdBy } })
    .from(builds)
    .innerJoin(apps, eq(apps.id, builds.appId))
    .innerJoin(tenants, eq(tenants.id, builds.tenantId))
    .innerJoin(failed, and(eq(failed.appId, builds.appId), eq(failed.number, numberOfFailure())))
    .where(inArray(builds.id, subjectsOf(events)));
  return rows.flatMap((build) => {
    const { app, tenant, number, platform, createdBy, id } = build;
    const notice = {
      kind: "BUILD_FIXED" as const,
      title: `${app.name} #${number} fixed the ${PLATFORM_LABELS[platform]} build`,
      detail: `The previous build, #${build.failed.number}, failed.`,
      path: `/builder/${tenant.slug}/apps/${app.id}/builds/${id}`,
      tenantId: tenant.id,
      roles: RECIPIENTS.BUILD_FIXED.roles,
      appId: app.id,
      mail: {
        paragraphs: [
          describeBuild(build),
          `The build completed. The previous one, #${build.failed.number}, failed.`,
        ],
      },
    };
    const authors = [...new Set([createdBy, build.failed.createdBy])];
    return (authors.includes(null) ? [null] : authors).flatMap((userId) =>
      joinNotices(events, [build], () => ({ ...notice, userId })),
    );
  });
}

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

type DescribedBuild = Pick<
  typeof builds.$inferSelect,
  "platform" | "version" | "gitRef" | "gitCommit" | "commitMessage"
>;

/** "iOS, version 1.2.0, branch main, commit 1a2b3c4 (Fix the map)". */
function describeBuild({ platform, version, gitRef, gitCommit, commitMessage }: DescribedBuild): string {
  const parts = [
    PLATFORM_LABELS[platform],
    `version ${version}`,
    ...(gitRef ? [`branch ${gitRef}`] : []),
    ...(gitCommit ? [`commit ${gitCommit.slice(0, SHORT_COMMIT_LENGTH)}`] : []),
  ];
  return parts.join(", ") + (commitMessage ? ` (${commitMessage})` : "");
}

const END_REASONS: Record<Exclude<BuildEndReason, "CANCELLED">, string> = {
  WORKER_LOST: "The build worker stopped responding.",
  WORKER_STOPPED: "The build worker was stopped.",
  SECRETS_UNREADABLE: "The secrets of the app could not be decrypted.",
  BY_HAND: "An administrator ended the build.",
};

function describeReason(reason: BuildEndReason | null, hasFailure: boolean): string {
  if (reason !== null && reason !== "CANCELLED") return END_REASONS[reason];
  return hasFailure ? "From the log:" : "The log shows no reason.";
}
