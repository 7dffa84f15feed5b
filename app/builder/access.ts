import { notFound } from "next/navigation";
import { cache } from "react";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import type { ListingType, Permission } from "@/shared/vocabulary.ts";
import { api, orNotFound } from "../_trpc/server";
import { listCurrentMemberships, requireUser } from "../_trpc/session";

/**
 * Access check of the Builder: the tenant and the permissions of the signed-in member, or not-found for all others, Super
 * Admins included. Pages await it before they send anything, so that a refusal has its HTTP status. Services check again.
 */
export const openBuilder = cache(async (slug: string) => {
  const user = await requireUser();
  const tenants = await listCurrentMemberships();
  const tenant = tenants.find((membership) => membership.slug === slug);
  if (!tenant) notFound();
  const permissions: Permission[] = [...permissionsOfRole(tenant.role)];
  return { user, tenant, tenants, permissions };
});

export const getApp = cache((tenant: string, appId: string) => orNotFound(api.apps.get({ tenant, appId })));

export const getBuild = cache((tenant: string, buildId: string) =>
  orNotFound(api.builds.get({ tenant, buildId })),
);

/** An item in an app, or a system plugin in the tenant, beside another version of it. */
export const getInstallation = cache(
  (tenant: string, appId: string | null, type: ListingType, slug: string, version: string | undefined) =>
    orNotFound(api.installations.get({ tenant, appId, type, slug, version })),
);

export const getInstallOptions = cache((tenant: string, type: ListingType, slug: string) =>
  orNotFound(api.installations.options({ tenant, type, slug })),
);

export const getListing = cache((tenant: string, listingId: string) =>
  orNotFound(api.listings.get({ tenant, listingId })),
);

export const getTheme = cache((tenant: string, themeId: string) =>
  orNotFound(api.themes.get({ tenant, themeId })),
);

/** An app plugin or system plugin: the URL does not say which. */
export const getPlugin = cache((tenant: string, entityId: string) =>
  orNotFound(
    api.entities
      .get({ tenant, type: "APP_PLUGIN", entityId })
      .catch(() => api.entities.get({ tenant, type: "SYSTEM_PLUGIN", entityId })),
  ),
);
