import { sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import type { VersionHold } from "../rollouts/view.ts";

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
  /** The current version has a higher precedence, and code. */
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

/** Approved version as an installation finds it. */
export interface InstallableVersion {
  listingId: string;
  version: string;
  permissions: string[];
  /** Hold of its rollout. */
  hold: VersionHold | null;
  /** A plugin version without an archive, which cannot be installed. */
  lacksCode: boolean;
}

/**
 * Approved version with this number. Without one, the highest release with code; one on hold or rolled back only if there is
 * no other, one without code only if no version has any.
 * By the database function `find_installable_version`, at any scope.
 */
export async function findInstallableVersion(
  tx: Reader,
  { type, slug, version }: { type: ListingType; slug: string; version?: string | undefined },
): Promise<InstallableVersion | undefined> {
  const [found] = await tx.execute<InstallableVersion & Record<string, unknown>>(sql`
    select listing_id as "listingId", version, to_jsonb(permissions) as permissions, lacks_code as "lacksCode",
      case when hold_state is not null then jsonb_build_object('state', hold_state, 'reason', hold_reason) end as hold
    from find_installable_version(${type}, ${slug}, ${version ?? null})`);
  return found;
}
