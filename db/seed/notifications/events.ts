import type { domainEvents } from "../../schema/index.ts";
import type { DemoBuild } from "../builds/queue.ts";
import type { DemoListing } from "../marketplace/listings.ts";
import { createRandom } from "../random.ts";

export type DemoEvent = typeof domainEvents.$inferSelect;

/** What happened, in the order in which it did: submissions, decisions and the ends of builds. */
export function planEvents(listings: readonly DemoListing[], builds: readonly DemoBuild[]): DemoEvent[] {
  const random = createRandom("events");
  return [...listings.flatMap(eventsOfListing), ...builds.flatMap(eventsOfBuild)]
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
    .map((event, index) => ({
      ...event,
      id: random.uuid(event.occurredAt),
      sequence: BigInt(index + 1),
      version: 1,
      dispatchedAt: event.occurredAt,
    }));
}

type Happening = Omit<DemoEvent, "id" | "sequence" | "version" | "dispatchedAt">;

function eventsOfListing({ row, decisions }: DemoListing): Happening[] {
  const { id: subjectId, tenantId, type, name, slug, version } = row;
  const about = { listingId: subjectId, type, name, slug, version };
  const submitted: Happening = {
    tenantId,
    subjectId,
    type: "listing.submitted",
    data: { ...about, status: "PENDING_APPROVAL" },
    occurredAt: row.submittedAt,
  };
  const decided = decisions.map(
    ({ action, reason, comment, decidedAt }): Happening => ({
      tenantId,
      subjectId,
      type: `listing.${action === "PENDING_APPROVAL" ? "submitted" : WORD_OF_ACTION[action]}`,
      data: { ...about, status: action, reason, comment },
      occurredAt: decidedAt,
    }),
  );
  return [submitted, ...decided];
}

const WORD_OF_ACTION = {
  APPROVED: "approved",
  REJECTED: "rejected",
  WITHDRAWN: "withdrawn",
  SUSPENDED: "suspended",
} as const;

function eventsOfBuild(build: DemoBuild): Happening[] {
  const { id: subjectId, tenantId, appId, number, platform, version, status, finishedAt, workerId } = build;
  if (!finishedAt) return [];
  const about = { buildId: subjectId, appId, number, platform, version, status, workerId };
  const isFailed = status === "FAILED";
  return [
    {
      tenantId,
      subjectId,
      type: isFailed ? "build.failed" : "build.completed",
      data: isFailed
        ? { ...about, errorLogTail: build.errorLog?.slice(-2_000) ?? null }
        : { ...about, artifactPath: build.artifactPath, sizeBytes: build.sizeBytes?.toString() ?? null },
      occurredAt: finishedAt,
    },
  ];
}
