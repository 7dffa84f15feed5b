import { LISTING_TYPE_SEGMENTS, type ListingType } from "../../shared/vocabulary.ts";
import type { featuredItems, itemReports, listings } from "../schema/index.ts";
import type { Accounts } from "./accounts.ts";
import { HOUR, MINUTE, secondsAfter } from "./data.ts";
import type { History } from "./history.ts";
import { createRandom } from "./random.ts";

const FEATURED: [type: ListingType, slug: string][] = [
  ["APP_PLUGIN", "photo-annotate"],
  ["THEME", "paper-trail"],
  ["SYSTEM_PLUGIN", "build-digest"],
];

/** Featured items of the marketplace, chosen four days ago. */
export function planFeaturedItems(now: Date, { adminId }: Accounts, history: History) {
  return FEATURED.map(([type, slug], index): typeof featuredItems.$inferInsert => {
    const position = index + 1;
    const featuredAt = secondsAfter(now, -4 * 24 * HOUR + position * MINUTE);
    history.audit({
      actorId: adminId,
      action: "featured_item.add",
      subjectType: "featured_item",
      subjectId: `${LISTING_TYPE_SEGMENTS[type]}/${slug}`,
      after: { position },
      at: featuredAt,
    });
    return { type, slug, position, featuredBy: adminId, featuredAt };
  });
}

type Report = typeof itemReports.$inferInsert;

interface ReportPlan extends Pick<Report, "reason" | "text" | "note"> {
  slug: string;
  hoursAgo: number;
  isFromDeveloper?: boolean;
}

const REPORTS: ReportPlan[] = [
  {
    slug: "calendar-link",
    reason: "BROKEN",
    text: "Events that repeat are copied once for every sync, since 3.0.0. To reproduce: create a weekly booking, sync twice.",
    hoursAgo: 5,
    isFromDeveloper: true,
  },
  {
    slug: "barcode-scan",
    reason: "PRIVACY",
    text: "The description says “works offline”, but it sends every scanned code to a server. I saw it in the network log of the device.",
    hoursAgo: 29,
  },
  {
    slug: "high-noon",
    reason: "MISLEADING",
    text: "The preview shows a typeface that the theme does not set.",
    note: "The preview follows the fonts of the device. The publisher added this to the description.",
    hoursAgo: 200,
  },
];

/** Problem reports about public items: open ones, and a resolved one with a note. */
export function planItemReports(
  now: Date,
  { adminId, developerOf }: Accounts,
  listed: readonly (typeof listings.$inferInsert)[],
  history: History,
): Report[] {
  const random = createRandom("item reports");
  return REPORTS.flatMap(({ slug, reason, text, note = null, hoursAgo, isFromDeveloper }) => {
    const listing = listed.findLast((one) => one.slug === slug && one.status === "APPROVED");
    if (!listing) return [];
    const reportedAt = secondsAfter(now, -hoursAgo * HOUR);
    const id = random.uuid(reportedAt);
    const subject = { subjectType: "item_report", subjectId: id };
    const reporterId = isFromDeveloper ? developerOf(listing.tenantId) : null;
    history.audit({
      ...subject,
      ...(reporterId ? { actorId: reporterId } : { actorKind: "system" as const, actorId: "public" }),
      action: "item_report.create",
      after: { item: `${LISTING_TYPE_SEGMENTS[listing.type]}/${slug}`, reason },
      at: reportedAt,
    });
    const row = { id, listingId: listing.id, reason, text, reporterId, reportedAt };
    if (note === null) return [row];
    const closedAt = secondsAfter(reportedAt, 26 * HOUR);
    const status = "RESOLVED";
    const change = { before: { status: "OPEN" }, after: { status, note } };
    history.audit({ ...subject, ...change, actorId: adminId, action: "item_report.resolve", at: closedAt });
    return [{ ...row, status, note, closedBy: adminId, closedAt } satisfies Report];
  });
}
