import { describeVersionFlag, type VersionFlag } from "../../shared/plugin/version-flags.ts";
import { DAY_MS } from "../../shared/time.ts";
import { precedenceKey } from "../../shared/version-key.ts";
import type { listingDecisions, listings } from "../schema/index.ts";
import type { Accounts } from "./accounts.ts";
import { type DemoArchive, packArchive } from "./archives.ts";
import { byTime, HOUR, MINUTE, secondsAfter } from "./data.ts";
import type { Change, History } from "./history.ts";
import { type DemoItem, type DemoVersion, readItems } from "./items.ts";
import { createRandom, type Random } from "./random.ts";

type Listing = typeof listings.$inferInsert & { submittedAt: Date };
type DecisionRow = typeof listingDecisions.$inferInsert & { decidedAt: Date };

interface Submission {
  row: Listing;
  decisions: DecisionRow[];
  /** Of a plugin. */
  archive: DemoArchive | null;
}

/** Plugins and themes, their listings with decisions, archives and downloads. */
export function planMarketplace(now: Date, accounts: Accounts, history: History) {
  const random = createRandom("listings");
  const items = readItems(now).map((item) => ({
    ...item,
    updatedAt: item.createdAt,
    version: item.versions.at(-1)?.version ?? "0.1.0",
  }));
  const submissions = items
    .flatMap((item) => item.versions.map((version) => planListing(item, version, accounts, random)))
    .sort(byTime(({ row }) => row.submittedAt));
  for (const { id, tenantId, type, slug, name, createdAt } of items) {
    const subject = {
      tenantId,
      actorId: accounts.developerOf(tenantId),
      subjectType: "entity",
      subjectId: id,
    };
    history.audit({ ...subject, action: "entity.register", after: { type, slug, name }, at: createdAt });
  }
  for (const submission of submissions) recordListing(submission, history);
  const uploads = submissions.flatMap(({ row, archive }) => (archive ? [{ row, archive }] : []));
  const downloads = uploads
    .filter(({ row }) => row.status === "APPROVED" || row.status === "SUSPENDED")
    .map(({ row }) => ({
      listingId: row.id,
      decidedAt: row.decidedAt ?? row.submittedAt,
      count: Math.round(random.logNormal(180, 1.1)),
    }));
  return {
    itemsOf: (type: DemoItem["type"]) => items.filter((item) => item.type === type),
    /** Registering an item claims its slug; publishing ties the slug to it. */
    slugClaims: items.map(({ type, slug, tenantId, id, versions, createdAt }) => ({
      type,
      slug,
      tenantId,
      createdAt,
      entityId: versions.length > 0 ? id : null,
    })),
    archiveObjects: uploads.map(({ row: { submittedAt }, archive: { sha256, readme, pictures } }) => ({
      sha256,
      readme,
      pictures,
      storedAt: submittedAt,
      touchedAt: submittedAt,
    })),
    archives: uploads.map(({ row: { tenantId, submittedAt }, archive: { sha256, facts } }) => ({
      tenantId,
      sha256,
      ...facts,
      createdAt: submittedAt,
      touchedAt: submittedAt,
    })),
    listings: submissions.map(({ row }) => row),
    decisions: submissions.flatMap(({ decisions }) => decisions),
    /** Only versions that are or were public have been downloaded. */
    downloads,
    downloadDays: downloads.flatMap((counted) => planDownloadDays(counted, now)),
  };
}

/** Downloads of a version by day since its decision, more at first than later. Their sum is its total. */
function planDownloadDays({ listingId, decidedAt, count }: CountedVersion, now: Date) {
  const random = createRandom(`downloads of ${listingId}`);
  const days = Math.max(1, Math.ceil((now.getTime() - decidedAt.getTime()) / DAY_MS));
  const counts = new Map<string, number>();
  for (let left = count; left > 0; left -= 1) {
    const at = decidedAt.getTime() + random.unit() ** 2 * days * DAY_MS;
    const day = new Date(Math.min(at, now.getTime())).toISOString().slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([day, ofDay]) => ({ listingId, day, count: ofDay }));
}

interface CountedVersion {
  listingId: string;
  decidedAt: Date;
  count: number;
}

function planListing(item: DemoItem, plan: DemoVersion, accounts: Accounts, random: Random): Submission {
  const { type, tenantId, slug, name, description } = item;
  const submittedAt = secondsAfter(plan.submittedAt, random.integer(0, 30 * MINUTE));
  const id = random.uuid(submittedAt);
  const archive = type === "THEME" ? null : packArchive(item, plan.version);
  const decisions = planDecisions({ id, tenantId, submittedAt }, plan, accounts, random);
  const last = decisions.at(-1);
  const themeConfig = plan.themeConfig ?? item.themeConfig;
  const row: Listing = {
    id,
    tenantId,
    type,
    slug,
    name,
    description,
    version: plan.version,
    versionKey: precedenceKey(plan.version),
    changelog: plan.changelog ?? null,
    appPluginId: type === "APP_PLUGIN" ? item.id : null,
    themeId: type === "THEME" ? item.id : null,
    systemPluginId: type === "SYSTEM_PLUGIN" ? item.id : null,
    archiveSha256: archive?.sha256 ?? null,
    ...planFlags(item, plan, archive),
    themeLook: type === "THEME" ? { themeConfig, previewImages: [] } : null,
    status: last?.action ?? "PENDING_APPROVAL",
    submittedBy: accounts.developerOf(tenantId),
    submittedAt,
    decidedAt: last?.decidedAt ?? null,
  };
  return { row, decisions, archive };
}

/**
 * Decisions of a listing. The first one of a moderator has the waiting time; a withdrawal by the publisher has none.
 */
function planDecisions(
  listing: { id: string; tenantId: string; submittedAt: Date },
  plan: DemoVersion,
  { adminId, developerOf }: Accounts,
  random: Random,
): DecisionRow[] {
  const { tenantId, submittedAt } = listing;
  let decidedAt = submittedAt;
  return plan.decisions.map(({ action, afterHours, reason = null, comment = null }, index) => {
    decidedAt = secondsAfter(decidedAt, afterHours * HOUR + random.integer(0, 20 * MINUTE));
    const isWithdrawn = action === "WITHDRAWN";
    const waitSeconds = Math.round((decidedAt.getTime() - submittedAt.getTime()) / 1_000);
    return {
      id: random.uuid(decidedAt),
      tenantId,
      listingId: listing.id,
      action,
      reason,
      comment,
      waitSeconds: index === 0 && !isWithdrawn ? waitSeconds : null,
      decidedBy: isWithdrawn ? developerOf(tenantId) : adminId,
      decidedAt,
    };
  });
}

/** Permissions that the version before did not ask for, as the publish service flags them. */
function planFlags(item: DemoItem, plan: DemoVersion, archive: DemoArchive | null) {
  const before = item.versions[item.versions.indexOf(plan) - 1];
  if (!before || !archive) return { flags: [], versionFlags: null };
  const known = packArchive(item, before.version).facts.manifest.permissions;
  const versionFlags = archive.facts.manifest.permissions
    .filter((name) => !known.includes(name))
    .map((name): VersionFlag => ({ kind: "PERMISSION_ADDED", name, release: null, since: null }));
  return {
    flags: versionFlags.map((flag) => describeVersionFlag(flag, plan.version)),
    versionFlags: versionFlags.length > 0 ? versionFlags : null,
  };
}

/** Audit action and domain event of each change of a listing's status. */
const RECORDS = {
  PENDING_APPROVAL: { action: "listing.publish", type: "listing.submitted" },
  APPROVED: { action: "listing.approve", type: "listing.approved" },
  REJECTED: { action: "listing.reject", type: "listing.rejected" },
  SUSPENDED: { action: "listing.suspend", type: "listing.suspended" },
  WITHDRAWN: { action: "listing.withdraw", type: "listing.withdrawn" },
} as const;

function recordListing({ row, decisions }: Submission, history: History): void {
  const { id, tenantId, type, name, slug, version, submittedAt } = row;
  const subject = { tenantId, subjectId: id };
  const about = { listingId: id, type, name, slug, version };
  let status: DecisionRow["action"] = "PENDING_APPROVAL";
  const record = (change: Pick<Change, "action" | "actorId" | "before" | "after" | "at">, data: object) => {
    history.audit({ ...subject, subjectType: "listing", ...change });
    const event = { type: RECORDS[status].type, data: { ...about, status, ...data } };
    history.emit({ ...subject, ...event, occurredAt: change.at });
  };
  const after = { type, slug, version, status };
  record({ action: RECORDS[status].action, actorId: row.submittedBy, after, at: submittedAt }, {});
  for (const { action: next, reason, comment, decidedBy, decidedAt } of decisions) {
    const before = { status };
    const action = status === "SUSPENDED" ? "listing.restore" : RECORDS[next].action;
    status = next;
    const change = { action, actorId: decidedBy, before, after: { status, reason, comment }, at: decidedAt };
    record(change, { reason, comment });
  }
}
