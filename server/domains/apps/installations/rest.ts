import { z } from "zod";
import type { TenantContext } from "@/server/core/context.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { DryRunQuery } from "@/server/http/parse-input.ts";
import { route } from "@/server/http/route.ts";
import { ListingTypeSegmentInput, Slug } from "@/shared/text/fields.ts";
import { pathId } from "@/shared/text/text.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import { InstallationContent, type InstallationKey } from "./input.ts";
import { listInstallations, removeInstallation, setInstallation } from "./service.ts";
import { InstallationList, SetInstallationView } from "./view.ts";

const BODY_LIMIT_BYTES = 16_384;
const PRIVATE = { "Cache-Control": "private, no-cache" };

const AppPath = z.object({ appId: pathId() });
const ItemType = ListingTypeSegmentInput.transform((segment) => LISTING_TYPE_OF_SEGMENT[segment]);
const InAppPath = AppPath.extend({ type: ItemType, slug: Slug });
const InTenantPath = z.object({ slug: Slug });

const APP_PATH = "/api/apps/{appId}/installations";
const TENANT_PATH = "/api/installations";

export const getInstallationsOfApp = route({
  method: "GET",
  path: APP_PATH,
  summary: "List the plugins and the theme of an app",
  credential: "token",
  permission: "BUILDS_READ",
  params: AppPath,
  status: 200,
  response: InstallationList,
  handle: async ({ ctx, params }) => ({
    body: { installations: await listInstallations(ctx, params) },
    headers: PRIVATE,
  }),
});

export const getInstallationsOfTenant = route({
  method: "GET",
  path: TENANT_PATH,
  summary: "List the system plugins of the tenant",
  credential: "token",
  permission: "BUILDS_READ",
  status: 200,
  response: InstallationList,
  handle: async ({ ctx }) => ({
    body: { installations: await listInstallations(ctx, { appId: null }) },
    headers: PRIVATE,
  }),
});

const installing = {
  credential: "token",
  permission: "APPS_MANAGE",
  query: DryRunQuery,
  body: { schema: InstallationContent, limitBytes: BODY_LIMIT_BYTES },
  errors: ["NOT_INSTALLABLE", "PERMISSIONS_NOT_ACCEPTED", "INVALID_TRANSITION"],
  status: 201,
  otherStatuses: [200],
  response: SetInstallationView,
} as const;

async function install(
  ctx: TenantContext,
  key: InstallationKey,
  { body, query }: { body: InstallationContent; query: z.output<typeof DryRunQuery> },
) {
  const isDryRun = query.dryRun === "true";
  const run = (joined: TenantContext) => setInstallation(joined, { ...body, ...key });
  const { installation, warnings, isNew } = await (isDryRun ? dryRun(ctx, run) : run(ctx));
  return { body: { ...installation, warnings }, status: isNew && !isDryRun ? 201 : 200 };
}

export const putInstallationInApp = route({
  ...installing,
  method: "PUT",
  path: `${APP_PATH}/{type}/{slug}`,
  summary: "Install a plugin or a theme in an app, or change its version or update policy",
  params: InAppPath,
  handle: ({ ctx, params, ...request }) => install(ctx, params, request),
});

export const putInstallationInTenant = route({
  ...installing,
  method: "PUT",
  path: `${TENANT_PATH}/system-plugin/{slug}`,
  summary: "Install a system plugin in the tenant, or change its version or update policy",
  params: InTenantPath,
  handle: ({ ctx, params, ...request }) =>
    install(ctx, { ...params, appId: null, type: "SYSTEM_PLUGIN" }, request),
});

export const removeInstallationFromApp = route({
  method: "DELETE",
  path: `${APP_PATH}/{type}/{slug}`,
  summary: "Uninstall a plugin or a theme from an app",
  credential: "token",
  permission: "APPS_MANAGE",
  params: InAppPath,
  errors: ["NOT_INSTALLABLE"],
  status: 204,
  response: z.null(),
  handle: async ({ ctx, params }) => {
    await removeInstallation(ctx, params);
    return { status: 204 };
  },
});

export const removeInstallationFromTenant = route({
  method: "DELETE",
  path: `${TENANT_PATH}/system-plugin/{slug}`,
  summary: "Uninstall a system plugin from the tenant",
  credential: "token",
  permission: "APPS_MANAGE",
  params: InTenantPath,
  status: 204,
  response: z.null(),
  handle: async ({ ctx, params }) => {
    await removeInstallation(ctx, { ...params, appId: null, type: "SYSTEM_PLUGIN" });
    return { status: 204 };
  },
});
