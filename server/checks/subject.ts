import { and, desc, eq, lt } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { archives, listings } from "@/db/schema/index.ts";
import type { PluginManifest } from "../archives/manifest.ts";
import { readPublishedLook } from "../themes/look.ts";
import { findBlock } from "./block.ts";
import { findSimilarItems } from "./queue/item-names.ts";
import type { Subject } from "./rules/check.ts";

type Listing = typeof listings.$inferSelect;

/** All that the rules want to know of a listing beside its files. */
export async function readSubject(tx: Transaction, listing: Listing): Promise<Subject> {
  return {
    slug: listing.slug,
    name: listing.name,
    version: listing.version,
    changelog: listing.changelog,
    permissionsBefore: await findApprovedPermissions(tx, listing),
    blockedBecause: listing.archiveSha256
      ? ((await findBlock(tx, listing.archiveSha256))?.reason ?? null)
      : null,
    neighbours: await findSimilarItems(tx, listing),
    look: readPublishedLook(listing.themeLook),
  };
}

/** What the highest approved version below this one may do; null where there is none. */
async function findApprovedPermissions(tx: Transaction, listing: Listing): Promise<readonly string[] | null> {
  const [approved] = await tx
    .select({ manifest: archives.manifest })
    .from(listings)
    .leftJoin(
      archives,
      and(eq(archives.tenantId, listings.tenantId), eq(archives.sha256, listings.archiveSha256)),
    )
    .where(
      and(
        eq(listings.type, listing.type),
        eq(listings.slug, listing.slug),
        eq(listings.status, "APPROVED"),
        lt(listings.versionKey, listing.versionKey),
      ),
    )
    .orderBy(desc(listings.versionKey))
    .limit(1);
  return approved ? ((approved.manifest as PluginManifest | null)?.permissions ?? []) : null;
}
