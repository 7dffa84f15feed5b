import { listHref } from "@/app/_ui/list/list-url.ts";
import type { ActivityFilters } from "@/server/domains/audit/input.ts";
import { LISTING_TYPE_SEGMENTS, type ListingType } from "@/shared/vocabulary.ts";

export const BUILDER_PATH = "/builder";

export const tenantPath = (tenant: string) => `${BUILDER_PATH}/${tenant}`;

export const appsPath = (tenant: string) => `${tenantPath(tenant)}/apps`;

export const appPath = (tenant: string, appId: string) => `${appsPath(tenant)}/${appId}`;

export const variablesPath = (tenant: string, appId: string) => `${appPath(tenant, appId)}/variables`;

/** Installations of an app. */
export const appPluginsPath = (tenant: string, appId: string) => `${appPath(tenant, appId)}/plugins`;

export const allSettingsPath = (tenant: string) => `${tenantPath(tenant)}/settings`;

export const settingsPath = (tenant: string, page: "members" | "tokens" | "activity" | "general") =>
  `${allSettingsPath(tenant)}/${page}`;

/** Installed system plugins of the tenant. */
export const systemPluginsPath = (tenant: string) => `${allSettingsPath(tenant)}/system-plugins`;

type InstallationKey = { appId: string | null; type: ListingType; slug: string };

export const installationsPath = (tenant: string, appId: string | null) =>
  appId ? appPluginsPath(tenant, appId) : systemPluginsPath(tenant);

export const installationPath = (tenant: string, { appId, type, slug }: InstallationKey) =>
  appId
    ? `${appPluginsPath(tenant, appId)}/${LISTING_TYPE_SEGMENTS[type]}/${slug}`
    : `${systemPluginsPath(tenant)}/${slug}`;

/** Page that installs an item. */
export const installPath = (tenant: string, { type, slug }: { type: ListingType; slug: string }) =>
  `${tenantPath(tenant)}/install/${LISTING_TYPE_SEGMENTS[type]}/${slug}`;

export const buildsPath = (tenant: string) => `${tenantPath(tenant)}/builds`;

export const buildPath = (tenant: string, build: { id: string; app: { id: string } }) =>
  `${appPath(tenant, build.app.id)}/builds/${build.id}`;

export const billingPath = (tenant: string) => `${tenantPath(tenant)}/billing`;

export const listingsPath = (tenant: string) => `${tenantPath(tenant)}/listings`;

export const listingPath = (tenant: string, listingId: string) => `${listingsPath(tenant)}/${listingId}`;

export const pluginsPath = (tenant: string) => `${tenantPath(tenant)}/plugins`;

export const themesPath = (tenant: string) => `${tenantPath(tenant)}/themes`;

export const themePath = (tenant: string, themeId: string) => `${themesPath(tenant)}/${themeId}`;

export const entityPath = (tenant: string, { type, id }: { type: ListingType; id: string }) =>
  type === "THEME" ? themePath(tenant, id) : `${pluginsPath(tenant)}/${id}`;

/** Form that submits a version of an entity. */
export const submitPath = (tenant: string, entity: { type: ListingType; id: string }) =>
  `${entityPath(tenant, entity)}/submit`;

export const themeEditorPath = (tenant: string, themeId: string) => `${themePath(tenant, themeId)}/edit`;

type ListingReferences = {
  type: ListingType;
  appPluginId: string | null;
  themeId: string | null;
  systemPluginId: string | null;
};

/** Entity that a listing is a version of. */
export const toEntityKey = ({ type, appPluginId, themeId, systemPluginId }: ListingReferences) => ({
  type,
  entityId: appPluginId ?? themeId ?? systemPluginId ?? "",
});

export const ACTIVITY_FILTERS = ["person", "action", "q", "since", "until"] as const;

/** Filters in the URL of the activity log. */
export type ActivityFilterValues = Partial<ActivityFilters>;

export const activityHref = (tenant: string, view: ActivityFilterValues & { cursor?: string }): string =>
  listHref(settingsPath(tenant, "activity"), { ...view });

export const activityEntryPath = (tenant: string, entryId: string): string =>
  `${settingsPath(tenant, "activity")}/${entryId}`;

export const activityExportHref = (
  tenant: string,
  filters: ActivityFilterValues,
  format: "csv" | "jsonl",
): string => listHref("/api/exports/activity", { tenant, ...filters, format });
