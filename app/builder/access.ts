import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/db/schema/vocabulary.ts";
import { permissionsOfRole } from "@/server/platform/authorize.ts";
import { api, orNotFound } from "../_trpc/server";
import { findCurrentUser, listCurrentMemberships } from "../_trpc/session";

/** The signed-in person; nobody leads to sign-in and from there back to the page. */
export async function requireUser() {
  const user = await findCurrentUser();
  if (user) return user;
  const path = (await headers()).get("x-path") ?? "/builder";
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}

/**
 * A tenant as the signed-in member finds it. To anybody else, Super Admins included, it does not exist.
 * Every page awaits this before anything is sent, so that a refusal has its true status; the services check again.
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

export const getListing = cache((tenant: string, listingId: string) =>
  orNotFound(api.listings.get({ tenant, listingId })),
);

export const getTheme = cache((tenant: string, themeId: string) =>
  orNotFound(api.themes.get({ tenant, themeId })),
);

/** A plugin of either kind: the address does not say which. */
export const getPlugin = cache((tenant: string, entityId: string) =>
  orNotFound(
    api.entities
      .get({ tenant, type: "APP_PLUGIN", entityId })
      .catch(() => api.entities.get({ tenant, type: "SYSTEM_PLUGIN", entityId })),
  ),
);
