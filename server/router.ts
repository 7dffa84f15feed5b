import { emailLinksRouter } from "./domains/accounts/email-links/router.ts";
import { adminMembersRouter } from "./domains/accounts/members/admin-router.ts";
import { membersRouter } from "./domains/accounts/members/router.ts";
import { adminSecondFactorsRouter } from "./domains/accounts/second-factors/admin-router.ts";
import { secondFactorsRouter } from "./domains/accounts/second-factors/router.ts";
import { settingsRouter } from "./domains/accounts/settings/router.ts";
import { signInRouter } from "./domains/accounts/sign-in/router.ts";
import { adminTenantsRouter } from "./domains/accounts/tenants/admin-router.ts";
import { tenantsRouter } from "./domains/accounts/tenants/router.ts";
import { tokensRouter } from "./domains/accounts/tokens/router.ts";
import { adminUsersRouter } from "./domains/accounts/users/admin-router.ts";
import { appDeletionRouter } from "./domains/apps/deletion/router.ts";
import { installationsRouter } from "./domains/apps/installations/router.ts";
import { adminRolloutsRouter } from "./domains/apps/rollouts/admin-router.ts";
import { rolloutsRouter } from "./domains/apps/rollouts/router.ts";
import { appsRouter } from "./domains/apps/router.ts";
import { variablesRouter } from "./domains/apps/variables/router.ts";
import { adminAuditRouter } from "./domains/audit/admin-router.ts";
import { auditRouter } from "./domains/audit/router.ts";
import { adminBillingRouter } from "./domains/billing/admin-router.ts";
import { billingRouter } from "./domains/billing/router.ts";
import { adminBuildsRouter } from "./domains/builds/admin-router.ts";
import { adminFailuresRouter } from "./domains/builds/failures/admin-router.ts";
import { buildFailuresRouter } from "./domains/builds/failures/router.ts";
import { buildQueueRouter } from "./domains/builds/leases/router.ts";
import { buildListsRouter } from "./domains/builds/lists/router.ts";
import { buildsRouter } from "./domains/builds/router.ts";
import { adminBuildStatisticsRouter } from "./domains/builds/statistics/admin-router.ts";
import { buildStatisticsRouter } from "./domains/builds/statistics/router.ts";
import { adminWorkersRouter } from "./domains/builds/workers/admin-router.ts";
import { entitiesRouter } from "./domains/items/entities/router.ts";
import { themesRouter } from "./domains/items/themes/router.ts";
import { adminChecksRouter } from "./domains/listings/checks/admin-router.ts";
import { checksRouter } from "./domains/listings/checks/router.ts";
import { listingsRouter } from "./domains/listings/router.ts";
import { adminFeaturedItemsRouter } from "./domains/marketplace/featured-items/admin-router.ts";
import { featuredItemsRouter } from "./domains/marketplace/featured-items/router.ts";
import { registryRouter } from "./domains/marketplace/registry/router.ts";
import { marketplaceRouter } from "./domains/marketplace/router.ts";
import { adminModerationRouter } from "./domains/moderation/admin-router.ts";
import { adminCatalogRouter } from "./domains/moderation/catalog/admin-router.ts";
import { adminItemReportsRouter } from "./domains/moderation/item-reports/admin-router.ts";
import { adminSavedRepliesRouter } from "./domains/moderation/saved-replies/admin-router.ts";
import { adminCallbacksRouter } from "./domains/notifications/callbacks/admin-router.ts";
import { adminMailsRouter } from "./domains/notifications/mails/admin-router.ts";
import { notificationsRouter } from "./domains/notifications/router.ts";
import { adminOverviewRouter } from "./domains/overview/admin-router.ts";
import { adminSearchRouter } from "./domains/search/admin-router.ts";
import { searchRouter } from "./domains/search/router.ts";
import { adminSystemRouter } from "./domains/system/admin-router.ts";
import { createTrpcHandlers } from "./http/trpc/handler.ts";
import { createCallerFactory, mergeRouters, router } from "./http/trpc/procedures.ts";

export const appRouter = router({
  settings: settingsRouter,
  audit: auditRouter,
  emailLinks: emailLinksRouter,
  apps: mergeRouters(appsRouter, appDeletionRouter),
  secondFactors: secondFactorsRouter,
  signIn: signInRouter,
  variables: variablesRouter,
  builds: mergeRouters(
    buildsRouter,
    buildFailuresRouter,
    buildListsRouter,
    buildQueueRouter,
    buildStatisticsRouter,
  ),
  installations: installationsRouter,
  rollouts: rolloutsRouter,
  adminRollouts: adminRolloutsRouter,
  entities: entitiesRouter,
  themes: themesRouter,
  listings: listingsRouter,
  checks: checksRouter,
  adminChecks: adminChecksRouter,
  tokens: tokensRouter,
  tenants: tenantsRouter,
  members: membersRouter,
  marketplace: marketplaceRouter,
  registry: registryRouter,
  featuredItems: featuredItemsRouter,
  adminModeration: adminModerationRouter,
  adminCatalog: adminCatalogRouter,
  adminFailures: adminFailuresRouter,
  adminFeaturedItems: adminFeaturedItemsRouter,
  adminItemReports: adminItemReportsRouter,
  adminBuilds: mergeRouters(adminBuildsRouter, adminBuildStatisticsRouter),
  adminWorkers: adminWorkersRouter,
  adminMails: adminMailsRouter,
  adminCallbacks: adminCallbacksRouter,
  search: searchRouter,
  notifications: notificationsRouter,
  billing: billingRouter,
  adminBilling: adminBillingRouter,
  adminAudit: adminAuditRouter,
  adminOverview: adminOverviewRouter,
  adminSavedReplies: adminSavedRepliesRouter,
  adminSearch: adminSearchRouter,
  adminSystem: adminSystemRouter,
  adminTenants: adminTenantsRouter,
  adminUsers: adminUsersRouter,
  adminSecondFactors: adminSecondFactorsRouter,
  adminMembers: adminMembersRouter,
});
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);

/** Handlers of `/api/trpc`, for the production server and for Next. */
export const TRPC = createTrpcHandlers(appRouter);
