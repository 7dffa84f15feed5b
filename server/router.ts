import {
  adminMembershipsRouter,
  joiningRouter,
  membershipRouter,
  tenantJoinRouter,
} from "./domains/accounts/members/router.ts";
import {
  adminSecondFactorsRouter,
  secondFactorsRouter,
  signInRouter,
} from "./domains/accounts/second-factors/router.ts";
import { accountRouter, adminAccountsRouter, emailLinksRouter } from "./domains/accounts/settings/router.ts";
import { adminTenantsRouter, tenantsRouter } from "./domains/accounts/tenants/router.ts";
import { adminUsersRouter, tokensRouter } from "./domains/accounts/users/router.ts";
import { appDeletionRouter } from "./domains/apps/deletion/router.ts";
import { installationsRouter } from "./domains/apps/installations/router.ts";
import { adminRolloutsRouter, rolloutsRouter } from "./domains/apps/rollouts/router.ts";
import { appsRouter } from "./domains/apps/router.ts";
import { variablesRouter } from "./domains/apps/variables/router.ts";
import { adminAuditRouter } from "./domains/audit/admin-router.ts";
import { activityRouter } from "./domains/audit/router.ts";
import { adminBillingRouter, billingRouter } from "./domains/billing/router.ts";
import { artifactsRouter } from "./domains/builds/artifacts/router.ts";
import { buildComparisonsRouter } from "./domains/builds/comparison/router.ts";
import { adminFailuresRouter, buildFailuresRouter } from "./domains/builds/failures/router.ts";
import { buildInputsRouter } from "./domains/builds/inputs/router.ts";
import { adminWorkersRouter } from "./domains/builds/leases/admin-router.ts";
import { buildQueueRouter } from "./domains/builds/leases/router.ts";
import { buildListsRouter } from "./domains/builds/lists/router.ts";
import { adminBuildLogsRouter, buildLogsRouter } from "./domains/builds/logs/router.ts";
import { adminBuildsRouter, buildsRouter } from "./domains/builds/router.ts";
import { adminBuildStatisticsRouter, buildStatisticsRouter } from "./domains/builds/statistics/router.ts";
import { entitiesRouter } from "./domains/items/entities/router.ts";
import { themesRouter } from "./domains/items/themes/router.ts";
import { adminChecksRouter, checksRouter } from "./domains/listings/checks/router.ts";
import { listingsRouter } from "./domains/listings/router.ts";
import {
  adminFeaturedItemsRouter,
  featuredItemsRouter,
} from "./domains/marketplace/featured-items/router.ts";
import { registryRouter } from "./domains/marketplace/registry/router.ts";
import { marketplaceRouter } from "./domains/marketplace/router.ts";
import { adminCatalogRouter } from "./domains/moderation/catalog/admin-router.ts";
import { adminItemReportsRouter } from "./domains/moderation/item-reports/admin-router.ts";
import { moderationRouter } from "./domains/moderation/router.ts";
import { adminSavedRepliesRouter } from "./domains/moderation/saved-replies/router.ts";
import { adminNotificationsRouter } from "./domains/notifications/callbacks/admin-router.ts";
import { adminMailRouter } from "./domains/notifications/mails/admin-router.ts";
import { inboxRouter } from "./domains/notifications/router.ts";
import { adminOverviewRouter } from "./domains/overview/admin-router.ts";
import { adminSearchRouter, searchRouter } from "./domains/search/router.ts";
import { createTrpcHandlers } from "./http/trpc/handler.ts";
import { createCallerFactory, mergeRouters, router } from "./http/trpc/procedures.ts";

export const appRouter = router({
  account: accountRouter,
  activity: activityRouter,
  emailLinks: emailLinksRouter,
  apps: mergeRouters(appsRouter, appDeletionRouter),
  secondFactors: secondFactorsRouter,
  signIn: signInRouter,
  variables: variablesRouter,
  builds: mergeRouters(
    buildsRouter,
    buildComparisonsRouter,
    buildFailuresRouter,
    buildInputsRouter,
    buildListsRouter,
    buildQueueRouter,
    buildLogsRouter,
    buildStatisticsRouter,
    artifactsRouter,
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
  tenants: mergeRouters(tenantsRouter, tenantJoinRouter),
  membership: membershipRouter,
  joining: joiningRouter,
  marketplace: marketplaceRouter,
  registry: registryRouter,
  featuredItems: featuredItemsRouter,
  moderation: moderationRouter,
  adminCatalog: adminCatalogRouter,
  adminFailures: adminFailuresRouter,
  adminFeaturedItems: adminFeaturedItemsRouter,
  adminItemReports: adminItemReportsRouter,
  adminBuilds: mergeRouters(adminBuildsRouter, adminBuildLogsRouter, adminBuildStatisticsRouter),
  adminWorkers: adminWorkersRouter,
  adminMail: adminMailRouter,
  adminNotifications: adminNotificationsRouter,
  search: searchRouter,
  inbox: inboxRouter,
  billing: billingRouter,
  adminBilling: adminBillingRouter,
  adminAudit: adminAuditRouter,
  adminOverview: adminOverviewRouter,
  adminSavedReplies: adminSavedRepliesRouter,
  adminSearch: adminSearchRouter,
  adminTenants: adminTenantsRouter,
  adminUsers: mergeRouters(adminUsersRouter, adminAccountsRouter),
  adminSecondFactors: adminSecondFactorsRouter,
  adminMemberships: adminMembershipsRouter,
});
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);

/** Handlers of `/api/trpc`, for the production server and for Next. */
export const TRPC = createTrpcHandlers(appRouter);
