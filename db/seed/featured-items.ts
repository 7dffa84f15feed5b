import type { featuredItems } from "../schema/index.ts";
import { LISTING_TYPE_SEGMENTS, type ListingType } from "../schema/vocabulary.ts";
import type { Accounts } from "./accounts.ts";
import { HOUR, MINUTE, secondsAfter } from "./data.ts";
import type { History } from "./history.ts";

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
