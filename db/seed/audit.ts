import type { apiTokens, apps, auditLog, ListingStatus } from "../schema/index.ts";
import type { DemoBuild } from "./builds/queue.ts";
import type { DemoReport } from "./builds/reports.ts";
import { developerOf } from "./ids.ts";
import type { DemoEntity } from "./marketplace/entities.ts";
import type { DemoListing } from "./marketplace/listings.ts";
import { createRandom } from "./random.ts";

export interface Happened {
  apps: (typeof apps.$inferSelect)[];
  tokens: (typeof apiTokens.$inferSelect)[];
  entities: DemoEntity[];
  listings: DemoListing[];
  builds: DemoBuild[];
  reports: DemoReport[];
}

type AuditRow = typeof auditLog.$inferInsert & { at: Date };
type Entry = Omit<AuditRow, "id" | "requestId">;

/** One row for each change of state in the demo data, in the order in which they were made. */
export function planAudit(happened: Happened): AuditRow[] {
  const random = createRandom("audit");
  return [
    ...happened.apps.map(entryOfApp),
    ...happened.tokens.flatMap(entriesOfToken),
    ...happened.entities.map(entryOfEntity),
    ...happened.listings.flatMap(entriesOfListing),
    ...happened.builds.map(entryOfBuild),
    ...entriesOfReports(happened.reports),
  ]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((entry) => ({ id: random.uuid(entry.at), requestId: random.uuid(entry.at), ...entry }));
}

function entryOfApp({ id, tenantId, slug, name, platforms, createdAt }: Happened["apps"][number]): Entry {
  return byUser(developerOf(tenantId), "app.create", { type: "app", id, tenantId }, createdAt, {
    after: { slug, name, platforms },
  });
}

function entriesOfToken(token: Happened["tokens"][number]): Entry[] {
  const { id, tenantId, userId, name, permissions, expiresAt, createdAt, revokedAt } = token;
  const subject = { type: "api_token", id, tenantId };
  const created = byUser(userId, "api_token.create", subject, createdAt, {
    after: { name, permissions, userId, expiresAt },
  });
  if (!revokedAt) return [created];
  return [created, byUser(userId, "api_token.revoke", subject, revokedAt, { before: { name } })];
}

function entryOfEntity({ item, row }: DemoEntity): Entry {
  const { id, tenantId, slug, name, createdAt } = row;
  return byUser(developerOf(tenantId), "entity.register", { type: "entity", id, tenantId }, createdAt, {
    after: { type: item.type, slug, name },
  });
}

function entriesOfListing({ row, decisions }: DemoListing): Entry[] {
  const { id, tenantId, type, slug, version, submittedAt } = row;
  const subject = { type: "listing", id, tenantId };
  const published = byUser(developerOf(tenantId), "listing.publish", subject, submittedAt, {
    after: { type, slug, version, status: "PENDING_APPROVAL" },
  });
  let status: ListingStatus = "PENDING_APPROVAL";
  const decided = decisions.map(({ action, reason, comment, decidedBy, decidedAt }) => {
    const entry = byUser(decidedBy, nameOfDecision(status, action), subject, decidedAt, {
      before: { status },
      after: { status: action, reason, comment },
    });
    status = action;
    return entry;
  });
  return [published, ...decided];
}

function nameOfDecision(before: ListingStatus, after: ListingStatus): string {
  if (after === "APPROVED") return before === "SUSPENDED" ? "listing.restore" : "listing.approve";
  if (after === "REJECTED") return "listing.reject";
  return after === "SUSPENDED" ? "listing.suspend" : "listing.withdraw";
}

function entryOfBuild(build: DemoBuild): Entry {
  const { id, tenantId, appId, number, platform, version, createdBy, createdAt } = build;
  return byUser(createdBy, "build.queue", { type: "build", id, tenantId }, createdAt, {
    after: { appId, number, platform, version },
  });
}

function entriesOfReports(reports: readonly DemoReport[]): Entry[] {
  const statusOf = new Map<string, string>();
  return reports
    .filter(({ applied }) => applied)
    .map(({ buildId, tenantId, status, workerId, receivedAt }) => {
      const before = statusOf.get(buildId) ?? "QUEUED";
      statusOf.set(buildId, status);
      return {
        tenantId,
        actorKind: "worker",
        actorId: workerId,
        action: "build.report",
        subjectType: "build",
        subjectId: buildId,
        before: { status: before },
        after: { status },
        at: receivedAt,
      };
    });
}

function byUser(
  userId: string | null,
  action: string,
  subject: { type: string; id: string; tenantId: string },
  at: Date,
  change: Pick<AuditRow, "before" | "after">,
): Entry {
  return {
    tenantId: subject.tenantId,
    actorKind: "user",
    actorId: userId,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    ...change,
    at,
  };
}
