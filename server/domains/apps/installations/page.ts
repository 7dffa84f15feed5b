import { inArray } from "drizzle-orm";
import { PLATFORM_SCOPE } from "@/db/client.ts";
import { archiveObjects } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { listPictures } from "@/server/domains/items/archives/pictures.ts";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import type { MarketplaceItemKey } from "@/server/domains/marketplace/input.ts";
import { type ItemVersion, listVersions } from "@/server/domains/marketplace/registry/get-item.ts";
import { VersionMetadata } from "@/server/domains/marketplace/registry/item-view.ts";
import { getApprovedAt, getChangelogs } from "@/server/domains/marketplace/service.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import { LISTING_TYPE_OF_SEGMENT, LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { listVersionHolds } from "../rollouts/holds.ts";
import type { InstallationQuery, InstallationTarget } from "./input.ts";
import { isForApps, MAX_MERGED_VERSIONS, missingPermissions } from "./policy.ts";
import { readInstallations } from "./service.ts";
import { findInstallableVersion } from "./versions.ts";
import type {
  InstallableItem,
  InstallationChange,
  InstallationChangeEntry,
  InstallationListItem,
  InstallationPage,
  InstallationView,
} from "./view.ts";

/**
 * Installations as `listInstallations`, with icons and the permissions that each update asks for. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function browseInstallations(
  ctx: TenantContext,
  target: InstallationTarget,
): Promise<InstallationListItem[]> {
  const described = await readInstallations(ctx, target);
  // Pictures of a version that is not available are not public.
  const icons = await readIcons(
    ctx,
    described.flatMap(({ installed }) => (installed.isAvailable && installed.sha256) || []),
  );
  return described.map(({ view, installed }) => ({
    ...view,
    icon: (installed.isAvailable && icons.get(installed.sha256 ?? "")) || null,
    missingPermissions: missingPermissions(installed.currentPermissions, view.acceptedPermissions),
  }));
}

/**
 * Item in an app, or a system plugin in the tenant: what is installed, and the change to another version. Needs
 * `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND` without such an item or version, or for a type that is not installed there
 */
export async function getInstallationPage(
  ctx: TenantContext,
  input: InstallationQuery,
): Promise<InstallationPage> {
  const { appId, type, slug, version } = input;
  if (isForApps(type) !== (appId !== null)) throw notFound("item");
  const all = await readInstallations(ctx, { appId });
  const found = all.find(({ view }) => LISTING_TYPE_OF_SEGMENT[view.type] === type && view.slug === slug);
  const { versions, current } = await findVersions(ctx, input);
  const installation = found?.view ?? null;
  if (!installation && !current) throw notFound("item");
  const chosen =
    version ?? (installation?.state === "OK" ? undefined : await chooseVersion(ctx, input, installation));
  const target = chosen === undefined ? undefined : versions.find((row) => row.version === chosen);
  if (version && !target && version !== installation?.version) throw notFound("version");
  const holds = await listVersionHolds(ctx, input);
  const otherTheme = all.find(({ view }) => view.type === "theme" && view.slug !== slug);
  return {
    item: current
      ? toItem(input, current)
      : { type, slug, name: installation?.name ?? slug, icon: null, publisher: null, currentVersion: null },
    installation,
    versions: versions.map((row) => ({
      version: row.version,
      approvedAt: getApprovedAt(row).toISOString(),
      permissions: permissionsOf(row),
    })),
    change:
      target && target.version !== installation?.version
        ? {
            ...(await toChange(ctx, { target, versions, installation })),
            replaces: (type === "THEME" && otherTheme?.view.name) || null,
            hold: holds.get(target.version) ?? null,
          }
        : null,
    hold: (installation && holds.get(installation.version)) ?? null,
  };
}

/** Version that the page offers: the one that is installed without a number, the current one where that is no update. */
async function chooseVersion(
  ctx: TenantContext,
  key: MarketplaceItemKey,
  installation: InstallationView | null,
): Promise<string | undefined> {
  const found = await read(ctx, (tx) => findInstallableVersion(tx, key));
  const version = found?.lacksCode ? undefined : found?.version;
  if (!installation || !version || installation.state === "UNAVAILABLE") return version;
  const isUpdate = precedenceKey(version) > precedenceKey(installation.version);
  return isUpdate ? version : (installation.current ?? undefined);
}

async function toChange(
  ctx: TenantContext,
  {
    target,
    versions,
    installation,
  }: { target: ItemVersion; versions: readonly ItemVersion[]; installation: InstallationView | null },
): Promise<Omit<InstallationChange, "replaces" | "hold">> {
  const permissions = permissionsOf(target);
  const change = {
    version: target.version,
    permissions,
    missingPermissions: missingPermissions(permissions, installation?.acceptedPermissions ?? []),
  };
  if (!installation) return { ...change, kind: "INSTALL", removedPermissions: [], entries: [] };
  const installedKey = precedenceKey(installation.version);
  const installed = versions.find(({ version }) => version === installation.version);
  const isUpdate = target.versionKey > installedKey;
  return {
    ...change,
    kind: isUpdate ? "UPDATE" : "ROLL_BACK",
    removedPermissions: installed ? missingPermissions(permissionsOf(installed), permissions) : [],
    entries: isUpdate
      ? await withDocuments(
          ctx,
          versions.filter(({ versionKey }) => versionKey > installedKey && versionKey <= target.versionKey),
        )
      : [],
  };
}

/** Changelogs of versions, which are public, with their parsed documents. */
async function withDocuments(
  ctx: TenantContext,
  versions: ItemVersion[],
): Promise<InstallationChangeEntry[]> {
  const listingIds = versions.slice(0, MAX_MERGED_VERSIONS).map(({ listingId }) => listingId);
  const documents = await getChangelogs({ ...ctx, scope: PLATFORM_SCOPE }, { listingIds });
  return versions.map(({ listingId, version, changelog }) => ({
    version,
    changelog,
    document: documents[listingId] ?? null,
  }));
}

/** Approved versions that can be installed, and the current one; none of an item that is no longer in the marketplace. They are public, so the scope is the platform's. */
export async function findVersions(ctx: TenantContext, { type, slug }: MarketplaceItemKey) {
  const key = { type: LISTING_TYPE_SEGMENTS[type], slug };
  try {
    const { versions, current } = await listVersions({ ...ctx, scope: PLATFORM_SCOPE }, key);
    return { versions: versions.filter((version) => !lacksCode(version)), current };
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return { versions: [], current: undefined };
    throw error;
  }
}

export const toItem = ({ type, slug }: MarketplaceItemKey, current: ItemVersion): InstallableItem => ({
  type,
  slug,
  name: current.name,
  icon: iconOf(current.archiveSha256, current.pictures),
  publisher: current.publisher,
  currentVersion: current.version,
});

export const permissionsOf = ({ manifest }: ItemVersion): string[] =>
  VersionMetadata.parse(manifest ?? {}).permissions;

async function readIcons(ctx: TenantContext, digests: string[]): Promise<Map<string, string | null>> {
  if (digests.length === 0) return new Map();
  const rows = await read(ctx, (tx) =>
    tx
      .select({ sha256: archiveObjects.sha256, pictures: archiveObjects.pictures })
      .from(archiveObjects)
      .where(inArray(archiveObjects.sha256, digests)),
  );
  return new Map(rows.map(({ sha256, pictures }) => [sha256, iconOf(sha256, pictures)]));
}

const iconOf = (sha256: string | null, pictures: unknown): string | null =>
  (sha256 && listPictures(sha256, pictures).find(({ kind }) => kind === "icon")?.url) || null;
