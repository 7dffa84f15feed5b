import { LISTING_TYPE_SEGMENTS, type ListingType } from "@/shared/vocabulary.ts";

export const tenantPath = (tenant: string) => `/builder/${tenant}`;

export const appsPath = (tenant: string) => `${tenantPath(tenant)}/apps`;

export const appPath = (tenant: string, appId: string) => `${appsPath(tenant)}/${appId}`;

export const variablesPath = (tenant: string, appId: string) => `${appPath(tenant, appId)}/variables`;

/** Installations of an app. */
export const appPluginsPath = (tenant: string, appId: string) => `${appPath(tenant, appId)}/plugins`;

/** Installed system plugins of the tenant. */
export const systemPluginsPath = (tenant: string) => `${tenantPath(tenant)}/settings/system-plugins`;

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

export const listingsPath = (tenant: string) => `${tenantPath(tenant)}/listings`;

export const listingPath = (tenant: string, listingId: string) => `${listingsPath(tenant)}/${listingId}`;

export const pluginsPath = (tenant: string) => `${tenantPath(tenant)}/plugins`;

export const themesPath = (tenant: string) => `${tenantPath(tenant)}/themes`;

export const themePath = (tenant: string, themeId: string) => `${themesPath(tenant)}/${themeId}`;

export const entityPath = (tenant: string, { type, id }: { type: ListingType; id: string }) =>
  type === "THEME" ? themePath(tenant, id) : `${pluginsPath(tenant)}/${id}`;

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

export const settingsPath = (tenant: string, page: "members" | "tokens" | "activity" | "general") =>
  `${tenantPath(tenant)}/settings/${page}`;
