import type { listingDecisions, listingDownloads, listings } from "../../schema/index.ts";
import { precedenceKey } from "../../version-key.ts";
import { daysBefore, hoursAfter, secondsAfter } from "../clock.ts";
import { ADMIN, developerOf } from "../ids.ts";
import { createRandom, type Random } from "../random.ts";
import { type DemoArchive, packDemo } from "./archive.ts";
import type { DemoEntity } from "./entities.ts";
import type { DemoItem, DemoVersion } from "./item.ts";

/** One published version and the decisions on it, in order. */
export interface DemoListing {
  row: typeof listings.$inferSelect;
  /** Of a plugin. */
  archive: DemoArchive | null;
  decisions: (typeof listingDecisions.$inferSelect)[];
}

/** All published versions, the oldest submission first. */
export function planListings(entities: readonly DemoEntity[], now: Date): DemoListing[] {
  const random = createRandom("listings");
  return entities
    .flatMap((entity) => entity.item.versions.map((version) => planListing(entity, version, now, random)))
    .sort((one, other) => one.row.submittedAt.getTime() - other.row.submittedAt.getTime());
}

function planListing(entity: DemoEntity, plan: DemoVersion, now: Date, random: Random): DemoListing {
  const { type, tenantId, slug, name, description } = entity.item;
  const entityId = entity.row.id;
  const archive = type === "THEME" ? null : packDemo(entity.item, plan.version);
  const submittedAt = secondsAfter(daysBefore(now, plan.submittedDaysAgo), random.integer(0, 1_800));
  const submitted: DemoListing["row"] = {
    id: random.uuid(submittedAt),
    tenantId,
    type,
    slug,
    version: plan.version,
    versionKey: precedenceKey(plan.version),
    name,
    description,
    changelog: plan.changelog,
    appPluginId: type === "APP_PLUGIN" ? entityId : null,
    themeId: type === "THEME" ? entityId : null,
    systemPluginId: type === "SYSTEM_PLUGIN" ? entityId : null,
    archiveSha256: archive?.sha256 ?? null,
    flags: archive ? flagsOf(entity.item, plan, archive) : [],
    themeLook:
      type === "THEME"
        ? { themeConfig: plan.themeConfig ?? entity.item.themeConfig, previewImages: [] }
        : null,
    status: "PENDING_APPROVAL",
    submittedBy: developerOf(tenantId),
    submittedAt,
    decidedAt: null,
  };
  const decisions = planDecisions(submitted, plan, random);
  const last = decisions.at(-1);
  return {
    row: last ? { ...submitted, status: last.action, decidedAt: last.decidedAt } : submitted,
    archive,
    decisions,
  };
}

/** What uploading left: the objects, and the publishers' rights to them. */
export function archiveRows(planned: readonly DemoListing[]) {
  const uploads = planned.flatMap(({ row, archive }) => (archive ? [{ row, archive }] : []));
  return {
    objects: uploads.map(({ row, archive }) => ({
      sha256: archive.sha256,
      storedAt: row.submittedAt,
      touchedAt: row.submittedAt,
    })),
    rights: uploads.map(({ row, archive }) => ({
      tenantId: row.tenantId,
      sha256: archive.sha256,
      ...archive.facts,
      createdAt: row.submittedAt,
      touchedAt: row.submittedAt,
    })),
  };
}

/** How often each version that is or was approved has been downloaded. */
export function downloadRows(planned: readonly DemoListing[]): (typeof listingDownloads.$inferInsert)[] {
  const random = createRandom("downloads");
  return planned
    .filter(({ row, archive }) => archive && (row.status === "APPROVED" || row.status === "SUSPENDED"))
    .map(({ row }) => ({ listingId: row.id, count: Math.round(random.logNormal(180, 1.1)) }));
}

/** As publishing would have told the moderators. */
function flagsOf(item: DemoItem, plan: DemoVersion, archive: DemoArchive): string[] {
  const before = item.versions[item.versions.indexOf(plan) - 1];
  if (!before) return [];
  const known = packDemo(item, before.version).facts.manifest.permissions;
  return archive.facts.manifest.permissions
    .filter((name) => !known.includes(name))
    .map((name) => `adds the permission "${name}"`);
}

/** The wait stands on the first act of a moderator; a publisher's own withdrawal is none. */
function planDecisions(
  listing: DemoListing["row"],
  { acts }: DemoVersion,
  random: Random,
): DemoListing["decisions"] {
  let before = listing.submittedAt;
  return acts.map(({ action, afterHours, reason = null, comment = null }, index) => {
    const decidedAt = secondsAfter(hoursAfter(before, afterHours), random.integer(0, 1_200));
    before = decidedAt;
    const isByPublisher = action === "WITHDRAWN";
    const waitedMs = decidedAt.getTime() - listing.submittedAt.getTime();
    return {
      id: random.uuid(decidedAt),
      tenantId: listing.tenantId,
      listingId: listing.id,
      action,
      reason,
      comment,
      waitSeconds: index === 0 && !isByPublisher ? Math.round(waitedMs / 1_000) : null,
      decidedBy: isByPublisher ? developerOf(listing.tenantId) : ADMIN,
      decidedAt,
    };
  });
}
