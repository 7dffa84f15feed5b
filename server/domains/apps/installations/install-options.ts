import { and, eq, inArray, isNull } from "drizzle-orm";
import { installations } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import type { MarketplaceItemKey } from "@/server/domains/marketplace/input.ts";
import { notFound } from "@/shared/errors.ts";
import { listVersionHolds } from "../rollouts/holds.ts";
import { listApps } from "../service.ts";
import { selectInstallations } from "./installation-row.ts";
import { findVersions, permissionsOf, toItem } from "./page.ts";
import { isForApps } from "./policy.ts";
import { findInstallableVersion } from "./versions.ts";
import type { InstallOptions, InstallTarget } from "./view.ts";

/**
 * Targets of an installation of an item: apps by name, or the tenant for a system plugin. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND` without such an item
 */
export async function getInstallOptions(
  ctx: TenantContext,
  key: MarketplaceItemKey,
): Promise<InstallOptions> {
  const apps = (await listApps(ctx)).filter(({ archivedAt }) => archivedAt === null);
  const { versions, current } = await findVersions(ctx, key);
  if (!current) throw notFound("item");
  const installable = await read(ctx, (tx) => findInstallableVersion(tx, key));
  const chosen = versions.find(({ version }) => version === installable?.version) ?? current;
  const hold = (await listVersionHolds(ctx, key)).get(current.version);
  const related = await readRelated(
    ctx,
    key,
    apps.map(({ id }) => id),
  );
  const toTarget = (appId: string | null, name: string): InstallTarget => {
    const there = related.filter(({ row }) => row.appId === appId);
    const other = there.find(({ row }) => row.type === "THEME" && row.slug !== key.slug);
    return {
      appId,
      name,
      installedVersion: there.find(({ row }) => row.slug === key.slug)?.installed.version ?? null,
      replaces: other?.installed.name ?? null,
    };
  };
  return {
    item: toItem(key, current),
    version: chosen.version,
    lacksCode: lacksCode(chosen),
    permissions: permissionsOf(chosen),
    hold: hold ? { version: current.version, ...hold } : null,
    targets: isForApps(key.type)
      ? apps.map(({ id, name }) => toTarget(id, name))
      : [toTarget(null, ctx.tenant.name)],
  };
}

/** Installations of the item; for a theme, of all themes. By app, as the index of installations. */
function readRelated(ctx: TenantContext, { type, slug }: MarketplaceItemKey, appIds: string[]) {
  const isRelated = and(
    eq(installations.tenantId, ctx.tenant.id),
    isForApps(type) ? inArray(installations.appId, appIds) : isNull(installations.appId),
    eq(installations.type, type),
    type === "THEME" ? undefined : eq(installations.slug, slug),
  );
  return read(ctx, (tx) => selectInstallations(tx, isRelated));
}
