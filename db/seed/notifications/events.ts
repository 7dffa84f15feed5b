import type { domainEvents } from "../../schema/index.ts";
import type { DemoBuild } from "../builds/queue.ts";
import type { DemoListing } from "../marketplace/listings.ts";
import { createRandom } from "../random.ts";

export type DemoEvent = Omit<typeof domainEvents.$inferSelect, "sequence">;

/** What happened, in the order in which it did: submissions, decisions and the ends of builds. */
export function planEvents(listings: readonly DemoListing[], builds: readonly DemoBuild[]): DemoEvent[] {
  const random = createRandom("events");
  return [...listings.flatMap(eventsOfListing), ...builds.flatMap(eventsOfBuild)]
    .sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
    .map((event) => ({ id: random.uuid(event.occurredAt), ...event }));
}

type Happening = Omit<DemoEvent, "id">;

function eventsOfListing({ row, decisions }: DemoListing): Happening[] {
  const { id: subjectId, tenantId, type, slug, version } = row;
  const submitted = {
    tenantId,
    subjectId,
    type: "listing.submitted",
    data: { listingId: subjectId, type, slug, version },
    occurredAt: row.submittedAt,
  };
  const decided = decisions.map(({ action, reason, comment, decidedAt }) => ({
    tenantId,
    subjectId,
    type: `listing.${action.toLowerCase()}`,
    data: { listingId: subjectId, type, slug, version, reason, comment },
    occurredAt: decidedAt,
  }));
  return [submitted, ...decided];
}

function eventsOfBuild(build: DemoBuild): Happening[] {
  const { id: subjectId, tenantId, appId, number, platform, version, status, finishedAt } = build;
  if (!finishedAt) return [];
  return [
    {
      tenantId,
      subjectId,
      type: `build.${status.toLowerCase()}`,
      data: { buildId: subjectId, appId, number, platform, version, status },
      occurredAt: finishedAt,
    },
  ];
}
