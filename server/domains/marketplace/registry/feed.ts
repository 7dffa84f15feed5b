import { desc, eq } from "drizzle-orm";
import { listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { summarize } from "../policy.ts";
import { getApprovedAt, isPublic, VERSION_COLUMNS } from "../service.ts";

export const FEED_PATH = "/marketplace/feed.xml";
const MAX_ENTRIES = 50;
/** Date of a feed without entries. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** Atom feed (RFC 4287) of the newest approved versions, with absolute links. Public. */
export async function renderFeed(ctx: Context): Promise<string> {
  const versions = await findNewestVersions(ctx);
  const origin = publicOrigin();
  const [newest] = versions;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(origin + FEED_PATH)}</id>
  <title>Drydock Marketplace</title>
  <link rel="self" type="application/atom+xml" href="${escapeXml(origin + FEED_PATH)}"/>
  <link rel="alternate" type="text/html" href="${escapeXml(`${origin}/marketplace`)}"/>
  <updated>${newest ? getApprovedAt(newest).toISOString() : NEVER}</updated>
${versions.map((version) => renderEntry(version, origin)).join("")}</feed>
`;
}

type FeedVersion = Awaited<ReturnType<typeof findNewestVersions>>[number];

function findNewestVersions(ctx: Context) {
  return lookUp(ctx, (reader) =>
    reader
      .select({ ...VERSION_COLUMNS, changelog: listings.changelog })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .where(isPublic())
      .orderBy(desc(listings.decidedAt), desc(listings.id))
      .limit(MAX_ENTRIES),
  );
}

function renderEntry(entry: FeedVersion, origin: string): string {
  const { listingId, type, slug, name, version, description, changelog, publisher } = entry;
  const url = `${origin}/marketplace/${LISTING_TYPE_SEGMENTS[type]}/${slug}`;
  const approvedAt = getApprovedAt(entry).toISOString();
  return `  <entry>
    <id>urn:uuid:${listingId}</id>
    <title>${escapeXml(`${isolate(name)} ${version}`)}</title>
    <link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
    <published>${approvedAt}</published>
    <updated>${approvedAt}</updated>
    <author><name>${escapeXml(publisher)}</name></author>
    <summary>${escapeXml(summarize(description))}</summary>
${changelog === null ? "" : `    <content type="text">${escapeXml(changelog)}</content>\n`}  </entry>
`;
}

/** Text in XML 1.0: escaped, without the characters that it does not allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
