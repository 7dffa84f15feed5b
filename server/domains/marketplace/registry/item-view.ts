import { sql } from "drizzle-orm";
import { z } from "zod";
import { archiveObjects, archives, listings } from "@/db/schema/index.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { previewPath } from "@/shared/plugin/theme.ts";
import { ITEM_CATEGORIES, LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { type ItemRow, picturesOf, toMarketplaceItem, VERSION_COLUMNS } from "../service.ts";
import type { RegistryItem } from "./view.ts";

/** Columns of an approved listing joined with its tenant and, if it has one, its archive. */
export const REGISTRY_COLUMNS = {
  ...VERSION_COLUMNS,
  pictures: archiveObjects.pictures,
  manifest: archives.manifest,
  installations: sql<number>`(
    select count(*)::integer from installations
    where installations.type = ${listings.type} and installations.slug = ${listings.slug}
  )`,
};

interface RegistryRow extends Omit<ItemRow, "downloads"> {
  manifest: unknown;
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
  const { icon, look, ...item } = toMarketplaceItem({ ...row, downloads });
  const { permissions, minPlatformVersion, ...metadata } = VersionMetadata.parse(row.manifest ?? {});
  const screenshots = [
    ...picturesOf(row).filter(({ kind }) => kind === "screenshot"),
    ...(look?.previewImages ?? []).map(({ altText, ...image }) => ({
      ...image,
      alt: altText,
      url: previewPath(image.id, image.width),
    })),
  ];
  return {
    type: LISTING_TYPE_SEGMENTS[item.type],
    slug: item.slug,
    name: item.name,
    summary: item.summary,
    description: item.description,
    publisher: { slug: item.publisherSlug, name: item.publisher, verified: item.isPublisherVerified },
    version: item.version,
    ...metadata,
    iconUrl: icon && publicOrigin() + icon.url,
    screenshots: screenshots.map(({ url, alt, width, height }) => ({
      url: publicOrigin() + url,
      alt,
      width,
      height,
    })),
    downloads,
    installations: row.installations,
    createdAt: createdAt.toISOString(),
    updatedAt: item.approvedAt,
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
