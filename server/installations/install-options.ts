import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { installations } from "@/db/schema/index.ts";
import { listApps } from "../apps/service.ts";
import type { MarketplaceItemKey } from "../marketplace/input.ts";
import type { TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { read } from "../platform/mutate.ts";
import { findVersions, permissionsOf, toItem } from "./page.ts";
import { isForApps } from "./policy.ts";
import { describeVersions } from "./versions.ts";
import type { InstallOptions, InstallTarget } from "./view.ts";

/**
 * Targets of an installation of an item's current version: apps by name, or the tenant for a system plugin. Needs
 * `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND` without such an item
 */
export async function getInstallOptions(
  ctx: TenantContext,
  key: MarketplaceItemKey,
): Promise<InstallOptions> {
  const apps = (await listApps(ctx)).filter(({ archivedAt }) => archivedAt === null);
  const { current } = await findVersions(ctx, key);
  if (!current) throw notFound("item");
  const installed = await readRelated(
    ctx,
    key,
    apps.map(({ id }) => id),
  );
  const toTarget = (appId: string | null, name: string): InstallTarget => {
    const there = installed.filter((row) => row.appId === appId);
    return {
      appId,
      name,
      installedVersion: there.find(({ slug }) => slug === key.slug)?.version ?? null,
      replaces: there.find(({ type, slug }) => type === "THEME" && slug !== key.slug)?.name ?? null,
    };
  };
  return {
    item: toItem(key, current),
    version: current.version,
    permissions: permissionsOf(current),
    targets: isForApps(key.type)
      ? apps.map(({ id, name }) => toTarget(id, name))
      : [toTarget(null, ctx.tenant.name)],
  };
}

/** Installations of the item; for a theme, of all themes. By app, as the index of installations. */
async function readRelated(ctx: TenantContext, { type, slug }: MarketplaceItemKey, appIds: string[]) {
  return read(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(installations)
      .where(
        and(
          eq(installations.tenantId, ctx.tenant.id),
          isForApps(type) ? inArray(installations.appId, appIds) : isNull(installations.appId),
          eq(installations.type, type),
          or(eq(installations.slug, slug), eq(installations.type, "THEME")),
        ),
      );
    const versions = await describeVersions(
      tx,
      rows.map(({ listingId }) => listingId),
    );
    return rows.map((row) => ({ ...row, ...pick(versions.get(row.listingId)) }));
  });
}

const pick = (described: { name: string; version: string } | undefined) => ({
  name: described?.name ?? "",
  version: described?.version ?? "",
});
