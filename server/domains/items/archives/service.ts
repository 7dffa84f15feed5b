import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { archives, listings } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { type ByteRange, objectStore } from "@/server/storage/object-store.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import type { VersionFlag } from "@/shared/plugin/version-flags.ts";
import { type FileVisitor, walkArchive } from "@/shared/plugin/walk-archive.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import { archiveKey, compareVersions, manifestDifferences } from "./policy.ts";

/**
 * Manifest of the tenant's archive for a listing of the same item and version. The archive's row stays locked until the
 * transaction ends, so that it is not garbage-collected.
 * @throws AppError `REFERENCE_NOT_FOUND`; `ARCHIVE_REJECTED` with the fields in which the manifest differs
 */
export async function lockArchive(
  tx: Transaction,
  ctx: TenantContext,
  listing: { archiveSha256: string; type: ListingType; slug: string; version: string },
): Promise<PluginManifest> {
  const [archive] = await tx
    .select({ manifest: archives.manifest })
    .from(archives)
    .where(and(eq(archives.tenantId, ctx.tenant.id), eq(archives.sha256, listing.archiveSha256)))
    .for("key share");
  if (!archive) {
    const message = "does not exist or was not uploaded by this tenant";
    throw new AppError("REFERENCE_NOT_FOUND", `archiveSha256 ${message}.`, {
      problems: [{ path: "archiveSha256", message }],
    });
  }
  const manifest = archive.manifest as PluginManifest;
  const problems = manifestDifferences(manifest, listing);
  if (problems.length > 0) {
    throw new AppError("ARCHIVE_REJECTED", "The archive's manifest does not match the listing.", {
      problems,
    });
  }
  return manifest;
}

/**
 * Flags for the moderator from a comparison with the predecessor: the highest approved or pending release of the slug below
 * this version, with an archive. Empty without a predecessor. The slug must be locked.
 * @throws AppError `ARCHIVE_REJECTED` if the version number does not allow the added permissions
 */
export async function checkAgainstPredecessor(
  tx: Reader,
  listing: { type: ListingType; slug: string; version: string; manifest: PluginManifest },
): Promise<VersionFlag[]> {
  const { type, slug, version, manifest } = listing;
  const [predecessor] = await tx
    .select({ version: listings.version, manifest: archives.manifest })
    .from(listings)
    .innerJoin(
      archives,
      and(eq(archives.tenantId, listings.tenantId), eq(archives.sha256, listings.archiveSha256)),
    )
    .where(
      and(
        eq(listings.type, type),
        eq(listings.slug, slug),
        inArray(listings.status, ["APPROVED", "PENDING_APPROVAL"]),
        lt(listings.versionKey, precedenceKey(version)),
        // Pre-releases are not installed as updates.
        sql`${listings.version} !~ '^[0-9.]+-'`,
      ),
    )
    .orderBy(desc(listings.versionKey))
    .limit(1);
  if (!predecessor) return [];
  const { refusals, flags } = compareVersions(predecessor.manifest as PluginManifest, manifest);
  if (refusals.length > 0) {
    const problems = refusals.map((message) => ({ path: "permissions", message }));
    throw new AppError("ARCHIVE_REJECTED", "The version number does not allow the added permissions.", {
      problems,
    });
  }
  return flags;
}

/** Size of an archive, of any tenant in the scope. @throws AppError `NOT_FOUND` */
export async function readArchiveSize(tx: Reader, sha256: string): Promise<number> {
  const [archive] = await tx
    .select({ sizeBytes: archives.sizeBytes })
    .from(archives)
    .where(eq(archives.sha256, sha256))
    .limit(1);
  if (!archive) throw notFound("archive");
  return Number(archive.sizeBytes);
}

/** Stored archive, or a byte range of it. @throws AppError `UNAVAILABLE` if the object store lost it */
export async function openStoredArchive(sha256: string, range?: ByteRange) {
  const object = await objectStore().get(archiveKey(sha256), range);
  if (object) return object;
  throw new AppError("UNAVAILABLE", "The archive is temporarily unavailable. Try again shortly.", {
    retryAfterSeconds: 60,
    cause: new Error(`the object store has lost ${archiveKey(sha256)}`),
  });
}

/** Walks the files of an archive in the object store. @throws AppError `ARCHIVE_REJECTED`, `UNAVAILABLE` */
export async function walkStoredArchive(sha256: string, visit: FileVisitor): Promise<void> {
  const { body } = await openStoredArchive(sha256);
  await walkArchive(body, visit);
}
