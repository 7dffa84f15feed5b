import { accountRouter, adminAccountsRouter, emailLinksRouter } from "./account/router.ts";
import { appDeletionRouter } from "./app-deletion/router.ts";
import { variablesRouter } from "./app-variables/router.ts";
import { appsRouter } from "./apps/router.ts";
import { artifactsRouter } from "./artifacts/router.ts";
import { adminAuditRouter } from "./audit/admin-router.ts";
import { activityRouter } from "./audit/router.ts";
import { adminBillingRouter, billingRouter } from "./billing/router.ts";
import { buildComparisonsRouter } from "./build-comparisons/router.ts";
import { adminFailuresRouter, buildFailuresRouter } from "./build-failures/router.ts";
import { buildQueueRouter } from "./build-leases/router.ts";
import { buildListsRouter } from "./build-lists/router.ts";
import { adminBuildLogsRouter, buildLogsRouter } from "./build-logs/router.ts";
import { adminBuildStatisticsRouter, buildStatisticsRouter } from "./build-statistics/router.ts";
import { adminBuildsRouter, buildsRouter } from "./builds/router.ts";
import { adminCatalogRouter } from "./catalog/admin-router.ts";
import { adminChecksRouter, checksRouter } from "./checks/router.ts";
import { entitiesRouter } from "./entities/router.ts";
import { adminFeaturedItemsRouter, featuredItemsRouter } from "./featured-items/router.ts";
import { createTrpcHandlers } from "./http/trpc/handler.ts";
import { createCallerFactory, mergeRouters, router } from "./http/trpc/procedures.ts";
import { adminUsersRouter, tokensRouter } from "./identity/router.ts";
import { inboxRouter } from "./inbox/router.ts";
import { installationsRouter } from "./installations/router.ts";
import { adminItemReportsRouter } from "./item-reports/admin-router.ts";
import { listingsRouter } from "./listings/router.ts";
import { adminMailRouter } from "./mail-log/admin-router.ts";
import { marketplaceRouter } from "./marketplace/router.ts";
import {
  adminMembershipsRouter,
  joiningRouter,
  membershipRouter,
  tenantJoinRouter,
} from "./membership/router.ts";
import { moderationRouter } from "./moderation/router.ts";
import { adminNotificationsRouter } from "./notifications/admin-router.ts";
import { adminOverviewRouter } from "./overview/admin-router.ts";
import { registryRouter } from "./registry/router.ts";
import { adminRolloutsRouter, rolloutsRouter } from "./rollouts/router.ts";
import { adminSavedRepliesRouter } from "./saved-replies/router.ts";
import { adminSearchRouter, searchRouter } from "./search/router.ts";
import { adminSecondFactorsRouter, secondFactorsRouter, signInRouter } from "./second-factors/router.ts";
import { adminTenantsRouter, tenantsRouter } from "./tenants/router.ts";
import { themesRouter } from "./themes/router.ts";
import { adminWorkersRouter } from "./workers/router.ts";

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
