import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { archives, changelogDocuments, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import { isPrerelease } from "@/db/version-key.ts";
import { PARSER_VERSION } from "../markdown/changelog-documents.ts";
import type { MarkdownDocument } from "../markdown/policy.ts";
import type { Context } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { lookUp } from "../platform/mutate.ts";
import { parseListedLook } from "../themes/look.ts";
import type { ChangelogsOf, MarketplaceItemKey } from "./input.ts";
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
        downloads: listingDownloads.count,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(
        archives,
        and(eq(archives.tenantId, listings.tenantId), eq(archives.sha256, listings.archiveSha256)),
      )
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(and(isPublic(), eq(listings.type, key.type), eq(listings.slug, key.slug)))
      .orderBy(desc(listings.versionKey)),
  );
  const current = rows.find(({ version }) => !isPrerelease(version)) ?? rows[0];
  if (!current) throw notFound("item");
  return {
    ...toMarketplaceItem(current),
    versions: rows.map(({ changelog, sha256, sizeBytes, downloads, ...row }) => ({
      listingId: row.listingId,
      version: row.version,
      changelog,
      approvedAt: getApprovedAt(row).toISOString(),
      archive: sha256 === null ? null : { sha256, sizeBytes: String(sizeBytes) },
      downloads: downloads ?? 0,
    })),
  };
}

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

/** Excludes the items of suspended tenants. */
const isPublic = () => and(eq(listings.status, "APPROVED"), isNull(tenants.suspendedAt));

/** Columns of an approved listing joined with its tenant. */
export const ITEM_COLUMNS = {
  listingId: listings.id,
  type: listings.type,
  slug: listings.slug,
  name: listings.name,
  version: listings.version,
  description: listings.description,
  publisher: tenants.name,
  approvedAt: listings.decidedAt,
  themeLook: listings.themeLook,
};

interface ItemRow extends Omit<MarketplaceItem, "approvedAt" | "look"> {
  approvedAt: Date | null;
  themeLook: unknown;
}

export function toMarketplaceItem(row: ItemRow): MarketplaceItem {
  const { listingId, type, slug, name, version, description, publisher } = row;
  return {
    listingId,
    type,
    slug,
    name,
    version,
    description,
    publisher,
    approvedAt: getApprovedAt(row).toISOString(),
    look: parseListedLook(row.themeLook),
  };
}

export function getApprovedAt(row: { approvedAt: Date | null }): Date {
  if (!row.approvedAt) throw new Error("an approved listing has no decision time");
  return row.approvedAt;
}
