import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { archives } from "@/db/schema/index.ts";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { TenantContext } from "../context.ts";
import { AppError, type FieldProblem } from "../errors.ts";

const MANIFEST_TYPE: Record<ListingType, string | null> = {
  APP_PLUGIN: "app",
  SYSTEM_PLUGIN: "system",
  THEME: null,
};

/**
 * Makes sure that the archive which a listing brings was uploaded by the tenant and is of that very version.
 * @throws AppError `REFERENCE_NOT_FOUND`; `ARCHIVE_REJECTED` with every field in which the manifest differs
 */
export async function requireArchive(
  tx: Transaction,
  ctx: TenantContext,
  listing: { archiveSha256: string; type: ListingType; slug: string; version: string },
): Promise<void> {
  const [archive] = await tx
    .select({ manifest: archives.manifest })
    .from(archives)
    .where(and(eq(archives.tenantId, ctx.tenant.id), eq(archives.sha256, listing.archiveSha256)));
  if (!archive) {
    throw new AppError(
      "REFERENCE_NOT_FOUND",
      "archiveSha256 names no archive that this tenant has uploaded.",
      {
        problems: [{ path: "archiveSha256", message: "names no archive that this tenant has uploaded" }],
      },
    );
  }
  const problems = differences(archive.manifest as Record<string, unknown>, listing);
  if (problems.length > 0) {
    throw new AppError("ARCHIVE_REJECTED", "The archive's manifest is of another item or version.", {
      problems,
    });
  }
}

function differences(
  manifest: Record<string, unknown>,
  listing: { type: ListingType; slug: string; version: string },
): FieldProblem[] {
  const expected = { slug: listing.slug, version: listing.version, type: MANIFEST_TYPE[listing.type] };
  return Object.entries(expected)
    .filter(([field, value]) => manifest[field] !== value)
    .map(([field]) => ({
      path: field,
      message: `is ${JSON.stringify(manifest[field])} in the archive's plugin.json`,
    }));
}
