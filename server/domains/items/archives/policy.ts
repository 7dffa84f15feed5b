import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import { describeRelease, type Release, type VersionFlag } from "@/shared/plugin/version-flags.ts";
import type { ListingType } from "@/shared/vocabulary.ts";

/** Fields of a manifest that the next version is compared with. */
export type Predecessor = Pick<PluginManifest, "version" | "entry" | "permissions">;

/**
 * Semantic versioning of permissions: a patch release may not add permissions, so that it is safe to install unseen; a minor
 * release may. Removals below a major release are allowed and flagged.
 */
export function compareVersions(before: Predecessor, after: Predecessor) {
  const release = kindOfRelease(before.version, after.version);
  const added = difference(after.permissions, before.permissions);
  const removed = difference(before.permissions, after.permissions);
  const next = nextMinor(before.version);
  const what = describeRelease(after.version, release, before.version);
  const flag = (kind: VersionFlag["kind"], name: string): VersionFlag => ({
    kind,
    name,
    release,
    since: before.version,
  });
  return {
    refusals:
      release === "patch"
        ? added.map((name) => `adds "${name}", but ${what}; adding a permission requires at least ${next}`)
        : [],
    flags: [
      ...(release === "patch" ? [] : added.map((name) => flag("PERMISSION_ADDED", name))),
      ...removed.map((name) => flag("PERMISSION_REMOVED", name)),
      ...(before.entry === after.entry
        ? []
        : [{ ...flag("ENTRY_CHANGED", after.entry), previous: before.entry }]),
    ],
  };
}

function kindOfRelease(before: string, after: string): Release {
  const [one, other] = [coreOf(before), coreOf(after)];
  if (one[0] !== other[0]) return "major";
  return one[1] === other[1] ? "patch" : "minor";
}

function nextMinor(version: string): string {
  const [major, minor] = coreOf(version);
  return `${major}.${minor + 1}.0`;
}

function coreOf(version: string): [major: number, minor: number] {
  const [major, minor] = version.split(/[-+]/, 1)[0]?.split(".").map(Number) ?? [];
  return [major ?? 0, minor ?? 0];
}

const difference = (names: readonly string[] = [], others: readonly string[] = []) =>
  names.filter((name) => !others.includes(name));

const MANIFEST_TYPE: Record<ListingType, string | null> = {
  APP_PLUGIN: "app",
  SYSTEM_PLUGIN: "system",
  THEME: null,
};

export function manifestDifferences(
  manifest: { slug?: unknown; version?: unknown; type?: unknown },
  listing: { type: ListingType; slug: string; version: string },
): { path: string; message: string }[] {
  const expected = { slug: listing.slug, version: listing.version, type: MANIFEST_TYPE[listing.type] };
  return (Object.keys(expected) as (keyof typeof expected)[])
    .filter((field) => manifest[field] !== expected[field])
    .map((field) => ({
      path: field,
      message: `is ${JSON.stringify(manifest[field])} in the archive's plugin.json`,
    }));
}

/** True for a plugin version without an archive: it is listed, and cannot be installed. As `lacks_code` in the database. */
export const lacksCode = ({
  type,
  archiveSha256,
}: {
  type: ListingType;
  archiveSha256: string | null;
}): boolean => type !== "THEME" && archiveSha256 === null;

export const archiveKey = (sha256: string) => `archives/${sha256.slice(0, 2)}/${sha256}.tar.gz`;
