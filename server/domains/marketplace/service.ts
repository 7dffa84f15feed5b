import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import {
  archiveObjects,
  archives,
  changelogDocuments,
  listingDownloads,
  listings,
  marketplaceDownloads,
  tenants,
} from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { listPictures } from "@/server/domains/items/archives/pictures.ts";
import { type MarkdownDocument, PARSER_VERSION } from "@/server/domains/items/markdown/policy.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import { notFound } from "@/shared/errors.ts";
import { isPrerelease } from "@/shared/version-key.ts";
import type { ChangelogsOf, MarketplaceItemKey } from "./input.ts";
import { summarize } from "./policy.ts";
import type { MarketplaceItem, MarketplaceItemDetail } from "./view.ts";

/** Item with its approved versions, highest first. Public. @throws AppError `NOT_FOUND` */
export async function getMarketplaceItem(
  ctx: Context,
  key: MarketplaceItemKey,
): Promise<MarketplaceItemDetail> {
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({
        ...ITEM_COLUMNS,
        changelog: listings.changelog,
        sha256: archives.sha256,
        sizeBytes: archives.sizeBytes,
        permissions: sql<unknown>`${archives.manifest} -> 'permissions'`,
        downloadsOfVersion: listingDownloads.count,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(marketplaceDownloads, IS_OF_SAME_ITEM)
      .leftJoin(archives, IS_OF_LISTING)
      .leftJoin(archiveObjects, eq(archiveObjects.sha256, archives.sha256))
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(and(isPublic(), eq(listings.type, key.type), eq(listings.slug, key.slug)))
      .orderBy(desc(listings.versionKey)),
  );
  const current = rows.find(({ version }) => !isPrerelease(version)) ?? rows[0];
  if (!current) throw notFound("item");
  return {
    ...toMarketplaceItem(current),
    versions: rows.map(({ changelog, sha256, sizeBytes, permissions, downloadsOfVersion, ...row }) => ({
      listingId: row.listingId,
      version: row.version,
      changelog,
      approvedAt: getApprovedAt(row).toISOString(),
      archive: sha256 === null ? null : { sha256, sizeBytes: String(sizeBytes) },
      permissions: PermissionNames.parse(permissions),
      downloads: downloadsOfVersion ?? 0,
    })),
  };
}

/** Permissions of a stored manifest. Manifests of older releases have none. */
const PermissionNames = z.array(z.string()).catch([]);

/**
 * Parsed changelogs of approved versions, by the ids of their listings. A changelog that is not parsed yet is missing.
 * Public.
 */
export async function getChangelogs(
  ctx: Context,
  { listingIds }: ChangelogsOf,
): Promise<Record<string, MarkdownDocument>> {
  if (listingIds.length === 0) return {};
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ listingId: listings.id, document: changelogDocuments.document })
      .from(changelogDocuments)
      .innerJoin(listings, eq(listings.id, changelogDocuments.listingId))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .where(
        and(
          isPublic(),
          inArray(listings.id, listingIds),
          eq(changelogDocuments.parserVersion, PARSER_VERSION),
        ),
      ),
  );
  return Object.fromEntries(rows.map(({ listingId, document }) => [listingId, document as MarkdownDocument]));
}

/** Approved versions, without those of suspended tenants. */
export const isPublic = () => and(eq(listings.status, "APPROVED"), isNull(tenants.suspendedAt));

/** Items by the ids of their current listings, in that order. Public. */
export async function findMarketplaceItems(
  ctx: Context,
  listingIds: readonly string[],
): Promise<MarketplaceItem[]> {
  if (listingIds.length === 0) return [];
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select(ITEM_COLUMNS)
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(marketplaceDownloads, IS_OF_SAME_ITEM)
      .leftJoin(archiveObjects, eq(archiveObjects.sha256, listings.archiveSha256))
      .where(and(isPublic(), inArray(listings.id, [...listingIds]))),
  );
  const items = new Map(rows.map((row) => [row.listingId, toMarketplaceItem(row)]));
  return listingIds.flatMap((id) => items.get(id) ?? []);
}

export const IS_OF_SAME_ITEM = and(
  eq(marketplaceDownloads.type, listings.type),
  eq(marketplaceDownloads.slug, listings.slug),
);

/** Archive of a listing, as its tenant has it. */
export const IS_OF_LISTING = and(
  eq(archives.tenantId, listings.tenantId),
  eq(archives.sha256, listings.archiveSha256),
);

export const VERSION_COLUMNS = {
  listingId: listings.id,
  type: listings.type,
  slug: listings.slug,
  name: listings.name,
  version: listings.version,
  description: listings.description,
  publisher: tenants.name,
  publisherSlug: tenants.slug,
  verifiedAt: tenants.verifiedAt,
  approvedAt: listings.decidedAt,
  themeLook: listings.themeLook,
  archiveSha256: listings.archiveSha256,
};

/** The same joined with its item's downloads and its archive's object, too. */
export const ITEM_COLUMNS = {
  ...VERSION_COLUMNS,
  pictures: archiveObjects.pictures,
  downloads: marketplaceDownloads.downloads,
};

export interface ItemRow
  extends Omit<
    MarketplaceItem,
    "approvedAt" | "look" | "summary" | "icon" | "cover" | "downloads" | "isPublisherVerified"
  > {
  verifiedAt: Date | null;
  approvedAt: Date | null;
  themeLook: unknown;
  archiveSha256: string | null;
  pictures: unknown;
  downloads: number | null;
}

export const picturesOf = ({ archiveSha256, pictures }: Pick<ItemRow, "archiveSha256" | "pictures">) =>
  archiveSha256 === null ? [] : listPictures(archiveSha256, pictures);

export function toMarketplaceItem(row: ItemRow): MarketplaceItem {
  const { listingId, type, slug, name, version, description, publisher, publisherSlug } = row;
  const pictures = picturesOf(row);
  return {
    listingId,
    type,
    slug,
    name,
    version,
    description,
    summary: summarize(description),
    publisher,
    publisherSlug,
    isPublisherVerified: row.verifiedAt !== null,
    approvedAt: getApprovedAt(row).toISOString(),
    look: parseListedLook(row.themeLook),
    icon: pictures.find(({ kind }) => kind === "icon") ?? null,
    cover: pictures.find(({ kind }) => kind === "screenshot") ?? null,
    downloads: row.downloads ?? 0,
  };
}

export function getApprovedAt(row: { approvedAt: Date | null }): Date {
  if (!row.approvedAt) throw new Error("an approved listing has no decision time");
  return row.approvedAt;
}
