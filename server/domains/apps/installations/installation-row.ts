import { and, asc, eq, isNull, or, type SQL } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { installations } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { LISTING_TYPE_SEGMENTS } from "@/shared/vocabulary.ts";
import { stateOf } from "./policy.ts";
import { describeVersions, type VersionDescription } from "./versions.ts";
import type { InstallationView } from "./view.ts";

export type InstallationRow = typeof installations.$inferSelect;

export const isInstalledIn = (ctx: TenantContext, appId: string | null): SQL | undefined =>
  and(
    eq(installations.tenantId, ctx.tenant.id),
    appId ? eq(installations.appId, appId) : isNull(installations.appId),
  );

/** Condition: carried by the builds of an app, as it is installed there or in its tenant. */
export const isCarriedBy = ({ tenantId, appId }: { tenantId: string; appId: string }): SQL | undefined =>
  and(eq(installations.tenantId, tenantId), or(eq(installations.appId, appId), isNull(installations.appId)));

export async function selectInstallations(tx: Reader, condition: SQL | undefined) {
  const rows = await tx
    .select()
    .from(installations)
    .where(condition)
    .orderBy(asc(installations.type), asc(installations.slug));
  const versions = await describeVersions(
    tx,
    rows.map(({ listingId }) => listingId),
  );
  return rows.map((row) => ({ row, installed: getDescription(versions, row.listingId) }));
}

export const installationSubject = (ctx: TenantContext, id: string) => ({
  type: "installation" as const,
  id,
  tenantId: ctx.tenant.id,
});

/** Item of an installation, by the name that the marketplace has for it. */
export const itemOf = ({ type, slug }: InstallationRow) => ({ type: LISTING_TYPE_SEGMENTS[type], slug });

export const auditFields = (
  { appId, type, slug, updates, acceptedPermissions }: InstallationRow,
  version: string | null,
) => ({ appId, type, slug, version, updates, acceptedPermissions });

/** Event of an installation that was installed, changed or uninstalled. */
export const installationUpdated = (
  { id, tenantId, appId, type, slug, updates }: InstallationRow,
  version: string | null,
  previousVersion: string | null,
) => ({
  type: "installation.updated" as const,
  tenantId,
  subjectId: id,
  data: { installationId: id, appId, type, slug, version, previousVersion, updates },
});

export function getDescription(versions: ReadonlyMap<string, VersionDescription>, listingId: string) {
  const found = versions.get(listingId);
  if (!found) throw new Error("an installed version is not described");
  return found;
}

export function toInstallationView(row: InstallationRow, installed: VersionDescription): InstallationView {
  const { updates, acceptedPermissions, hold } = row;
  return {
    ...itemOf(row),
    name: installed.name,
    version: installed.version,
    current: installed.currentVersion,
    updates,
    acceptedPermissions,
    state: stateOf({ ...installed, acceptedPermissions }),
    heldBack: hold,
    installedAt: row.installedAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
