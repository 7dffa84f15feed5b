import { and, desc, eq } from "drizzle-orm";
import { archiveObjects, archives, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { publicOrigin } from "@/server/core/env/public-origin.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { isPrerelease, precedenceKey } from "@/shared/version-key.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import { downloadPath, styleSheetPath } from "../policy.ts";
import { getApprovedAt, IS_OF_LISTING, isPublic } from "../service.ts";
import type { ChangelogQuery, RegistryItemKey } from "./input.ts";
import { REGISTRY_COLUMNS, toRegistryItem, VersionMetadata } from "./item-view.ts";
import type { RegistryChangelog, RegistryItemDetail, RegistryVersion } from "./view.ts";

/** Item with its README and approved versions. Public. @throws AppError `NOT_FOUND` */
export async function getRegistryItem(ctx: Context, key: RegistryItemKey): Promise<RegistryItemDetail> {
  const { versions, current } = await listVersions(ctx, key);
  const downloads = versions.reduce((sum, version) => sum + (version.downloads ?? 0), 0);
  const approvals = versions.map((version) => getApprovedAt(version).getTime());
  const createdAt = new Date(approvals.reduce((one, other) => Math.min(one, other)));
  return {
    ...toRegistryItem(current, { downloads, createdAt }),
    readme: await findReadme(ctx, current.archiveSha256),
    versions: versions.map(toRegistryVersion),
  };
}

/**
 * Changelogs of the approved versions above `from`, up to `to` or the current version, highest first. Permissions are
 * compared between the highest approved versions up to `from` and up to `to`: an installed version may be withdrawn. Public.
 * @throws AppError `NOT_FOUND`
 */
export async function getRegistryChangelog(
  ctx: Context,
  key: RegistryItemKey,
  { from, to: last }: ChangelogQuery,
): Promise<RegistryChangelog> {
  const { versions, current } = await listVersions(ctx, key);
  const to = last ?? current.version;
  const upTo = (version: string) => versions.filter(({ versionKey }) => versionKey <= precedenceKey(version));
  const permissionsAt = (version: string) =>
    VersionMetadata.parse(upTo(version)[0]?.manifest ?? {}).permissions;
  const [before, after] = [permissionsAt(from), permissionsAt(to)];
  return {
    from,
    to,
    entries: upTo(to)
      .filter(({ versionKey }) => versionKey > precedenceKey(from))
      .map(toRegistryVersion)
      .map(({ version, approvedAt, changelog }) => ({ version, approvedAt, changelog })),
    permissionsAdded: after.filter((name) => !before.includes(name)),
    permissionsRemoved: before.filter((name) => !after.includes(name)),
  };
}

/** README of an archive. Apart from the versions: it may have 512 KiB. */
async function findReadme(ctx: Context, sha256: string | null): Promise<string | null> {
  if (sha256 === null) return null;
  const [object] = await lookUp(ctx, (reader) =>
    reader
      .select({ readme: archiveObjects.readme })
      .from(archiveObjects)
      .where(eq(archiveObjects.sha256, sha256)),
  );
  return object?.readme ?? null;
}

/** Approved version with its manifest. */
export type ItemVersion = Awaited<ReturnType<typeof findVersions>>[number];

/** Approved versions of an item, highest first, and the current one. @throws AppError `NOT_FOUND` */
export async function listVersions(
  ctx: Context,
  key: RegistryItemKey,
): Promise<{ versions: ItemVersion[]; current: ItemVersion }> {
  const versions = await findVersions(ctx, key);
  const current = versions.find(({ version }) => !isPrerelease(version)) ?? versions[0];
  if (!current) throw notFound("item");
  return { versions, current };
}

function findVersions(ctx: Context, { type, slug }: RegistryItemKey) {
  return lookUp(ctx, (reader) =>
    reader
      .select({
        ...REGISTRY_COLUMNS,
        versionKey: listings.versionKey,
        changelog: listings.changelog,
        sha256: archives.sha256,
        sizeBytes: archives.sizeBytes,
        downloads: listingDownloads.count,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(archives, IS_OF_LISTING)
      .leftJoin(archiveObjects, eq(archiveObjects.sha256, archives.sha256))
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(and(isPublic(), eq(listings.type, LISTING_TYPE_OF_SEGMENT[type]), eq(listings.slug, slug)))
      .orderBy(desc(listings.versionKey)),
  );
}

function toRegistryVersion(row: ItemVersion): RegistryVersion {
  const { permissions, minPlatformVersion } = VersionMetadata.parse(row.manifest ?? {});
  return {
    version: row.version,
    approvedAt: getApprovedAt(row).toISOString(),
    changelog: row.changelog,
    archiveSha256: row.sha256,
    sizeBytes: row.sizeBytes === null ? null : String(row.sizeBytes),
    permissions,
    minPlatformVersion,
    downloads: row.downloads ?? 0,
    downloadUrl: row.sha256 === null && row.type !== "THEME" ? null : publicOrigin() + downloadPath(row),
    styleSheetUrl: row.type === "THEME" ? publicOrigin() + styleSheetPath(row) : null,
  };
}
