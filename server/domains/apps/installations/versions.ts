import { sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";

/** Installed version of an item as the marketplace knows it. */
export interface VersionDescription {
  listingId: string;
  name: string;
  version: string;
  /** Approved, and its publisher is not suspended. */
  isAvailable: boolean;
  /** Digest of its archive; null without one. */
  sha256: string | null;
  /** Stored look of a theme. */
  look: unknown;
  currentVersion: string | null;
  currentPermissions: string[];
  /** The current version has a higher precedence. */
  isOutdated: boolean;
}

/** Versions by the ids of their listings, of any publisher: what the marketplace shows, whatever the scope. */
export async function describeVersions(
  tx: Reader,
  listingIds: readonly string[],
): Promise<Map<string, VersionDescription>> {
  if (listingIds.length === 0) return new Map();
  const rows = await tx.execute<VersionDescription & Record<string, unknown>>(sql`
    select listing_id as "listingId", name, version, is_available as "isAvailable", sha256, look,
      current_version as "currentVersion", coalesce(to_jsonb(current_permissions), '[]') as "currentPermissions",
      is_outdated as "isOutdated"
    from describe_installed_versions(${sql.param(`{${listingIds.join(",")}}`)}::uuid[])`);
  return new Map(rows.map((row) => [row.listingId, row]));
}
