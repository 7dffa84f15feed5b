import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { archives, listings } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { precedenceKey } from "@/db/version-key.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import type { PluginManifest } from "./manifest.ts";
import { compareVersions, manifestDifferences } from "./policy.ts";

/**
 * The manifest of the archive that a listing brings, which the tenant has uploaded and which is of that very version.
 * From here to the end of the transaction nobody collects it.
 * @throws AppError `REFERENCE_NOT_FOUND`; `ARCHIVE_REJECTED` with every field in which the manifest differs
 */
export async function requireArchive(
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
    throw new AppError(
      "REFERENCE_NOT_FOUND",
      "archiveSha256 names no archive that this tenant has uploaded.",
      {
        problems: [{ path: "archiveSha256", message: "names no archive that this tenant has uploaded" }],
      },
    );
  }
  const manifest = archive.manifest as PluginManifest;
  const problems = manifestDifferences(manifest, listing);
  if (problems.length > 0) {
    throw new AppError("ARCHIVE_REJECTED", "The archive's manifest is of another item or version.", {
      problems,
    });
  }
  return manifest;
}

/**
 * What a moderator should know of how a version differs from the one before. That is the highest approved or pending
 * version of the slug that is no pre-release and has an archive; without one there is nothing to compare with. The slug
 * must be locked.
 * @throws AppError `ARCHIVE_REJECTED` when the version number does not admit what the manifest changes
 */
export async function checkAgainstPredecessor(
  tx: Transaction,
  {
    type,
    slug,
    version,
    manifest,
  }: { type: ListingType; slug: string; version: string; manifest: PluginManifest },
): Promise<string[]> {
  const before = await tx
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
        // Of a pre-release nobody takes updates unseen.
        sql`${listings.version} !~ '^[0-9.]+-'`,
      ),
    )
    .orderBy(desc(listings.versionKey))
    .limit(1);
  const [predecessor] = before;
  if (!predecessor) return [];
  const { refusals, flags } = compareVersions(predecessor.manifest as PluginManifest, manifest);
  if (refusals.length > 0) {
    const problems = refusals.map((message) => ({ path: "permissions", message }));
    throw new AppError("ARCHIVE_REJECTED", "The archive asks for more than its version number admits.", {
      problems,
    });
  }
  return flags;
}
