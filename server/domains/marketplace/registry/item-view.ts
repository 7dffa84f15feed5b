import { sql } from "drizzle-orm";
import { z } from "zod";
import { archiveObjects, archives, listings, tenants } from "@/db/schema/index.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { listPictures } from "@/server/domains/items/archives/pictures.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import { previewPath } from "@/shared/plugin/theme.ts";
import { ITEM_CATEGORIES, LISTING_TYPE_SEGMENTS, type ListingType } from "@/shared/vocabulary.ts";
import { summarize } from "../policy.ts";
import { getApprovedAt } from "../service.ts";
import type { RegistryItem } from "./view.ts";

/** Columns of an approved listing joined with its tenant and, if it has one, its archive. */
export const REGISTRY_COLUMNS = {
  listingId: listings.id,
  type: listings.type,
  slug: listings.slug,
  name: listings.name,
  version: listings.version,
  description: listings.description,
  publisherSlug: tenants.slug,
  publisherName: tenants.name,
  publisherVerifiedAt: tenants.verifiedAt,
  approvedAt: listings.decidedAt,
  themeLook: listings.themeLook,
  manifest: archives.manifest,
  archiveSha256: listings.archiveSha256,
  pictures: archiveObjects.pictures,
  installations: sql<number>`(
    select count(*)::integer from installations
    where installations.type = ${listings.type} and installations.slug = ${listings.slug}
  )`,
};

interface RegistryRow {
  type: ListingType;
  slug: string;
  name: string;
  version: string;
  description: string;
  publisherSlug: string;
  publisherName: string;
  publisherVerifiedAt: Date | null;
  approvedAt: Date | null;
  themeLook: unknown;
  manifest: unknown;
  archiveSha256: string | null;
  pictures: unknown;
  installations: number;
}

/** First approval of an item, of its listing in the query around. */
export const FIRST_APPROVED_AT = sql<string>`(
  select min(first.decided_at) from listings first
  where first.type = ${listings.type} and first.slug = ${listings.slug} and first.status = 'APPROVED'
)`;

export function toRegistryItem(
  row: RegistryRow,
  { downloads, createdAt }: { downloads: number; createdAt: Date },
): RegistryItem {
  const metadata = VersionMetadata.parse(row.manifest ?? {});
  const pictures = row.archiveSha256 === null ? [] : listPictures(row.archiveSha256, row.pictures);
  const icon = pictures.find(({ kind }) => kind === "icon");
  const previews = parseListedLook(row.themeLook)?.previewImages ?? [];
  const screenshots = [
    ...pictures.filter(({ kind }) => kind === "screenshot"),
    ...previews.map(({ altText, ...image }) => ({
      ...image,
      alt: altText,
      url: previewPath(image.id, image.width),
    })),
  ];
  return {
    type: LISTING_TYPE_SEGMENTS[row.type],
    slug: row.slug,
    name: row.name,
    summary: summarize(row.description),
    description: row.description,
    publisher: {
      slug: row.publisherSlug,
      name: row.publisherName,
      verified: row.publisherVerifiedAt !== null,
    },
    version: row.version,
    categories: metadata.categories,
    keywords: metadata.keywords,
    license: metadata.license,
    homepage: metadata.homepage,
    repository: metadata.repository,
    bugs: metadata.bugs,
    iconUrl: icon ? publicOrigin() + icon.url : null,
    screenshots: screenshots.map(({ url, alt, width, height }) => ({
      url: publicOrigin() + url,
      alt,
      width,
      height,
    })),
    downloads,
    installations: row.installations,
    createdAt: createdAt.toISOString(),
    updatedAt: getApprovedAt(row).toISOString(),
  };
}

const optionalText = z.string().nullable().catch(null);

/** Fields of a stored manifest that the registry shows. Manifests of older releases lack some. */
export const VersionMetadata = z.object({
  categories: z.array(z.enum(ITEM_CATEGORIES)).catch([]),
  keywords: z.array(z.string()).catch([]),
  permissions: z.array(z.string()).catch([]),
  license: optionalText,
  homepage: optionalText,
  repository: optionalText,
  bugs: optionalText,
  minPlatformVersion: optionalText,
});
