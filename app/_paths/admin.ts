import { type BuildListQuery, buildListHref } from "./build-list-query.ts";

export const ADMIN_PATH = "/admin";
export const AUDIT_PATH = `${ADMIN_PATH}/audit`;
export const BILLING_PATH = `${ADMIN_PATH}/billing`;
export const BUILDS_PATH = `${ADMIN_PATH}/builds`;
export const CATALOG_PATH = `${ADMIN_PATH}/catalog`;
export const CATALOG_LISTINGS_PATH = `${CATALOG_PATH}/listings`;
export const CATALOG_FEATURED_PATH = `${CATALOG_PATH}/featured`;
export const FAILURES_PATH = `${ADMIN_PATH}/failures`;
export const MAIL_PATH = `${ADMIN_PATH}/mail`;
export const FAILED_MAILS_PATH = `${MAIL_PATH}?state=FAILED`;
export const NOTIFICATIONS_PATH = `${ADMIN_PATH}/notifications`;
export const FAILING_CHANNELS_PATH = `${NOTIFICATIONS_PATH}?state=FAILING`;
export const QUEUE_PATH = `${ADMIN_PATH}/moderation`;
export const REPORTS_PATH = `${QUEUE_PATH}/reports`;
export const ROLLOUTS_PATH = `${ADMIN_PATH}/rollouts`;
export const HELD_ROLLOUTS_PATH = `${ROLLOUTS_PATH}?state=HELD`;
export const SAVED_REPLIES_PATH = `${QUEUE_PATH}/saved-replies`;
export const SYSTEM_PATH = `${ADMIN_PATH}/system`;
export const TENANTS_PATH = `${ADMIN_PATH}/tenants`;
export const USERS_PATH = `${ADMIN_PATH}/users`;
export const WORKERS_PATH = `${ADMIN_PATH}/workers`;
export const OFFLINE_WORKERS_PATH = `${WORKERS_PATH}?state=OFFLINE`;

export const adminBuildPath = (buildId: string) => `${BUILDS_PATH}/${buildId}`;
export const auditEntryPath = (entryId: string) => `${AUDIT_PATH}/${entryId}`;
export const billingEventPath = (eventId: string) => `${BILLING_PATH}/${eventId}`;
export const channelPath = (channelId: string) => `${NOTIFICATIONS_PATH}/${channelId}`;
export const deliveryPath = (deliveryId: string) => `${NOTIFICATIONS_PATH}/deliveries/${deliveryId}`;
export const mailPath = (mailId: string) => `${MAIL_PATH}/${mailId}`;
/** Cluster of failures that a build is part of. */
export const failurePath = (buildId: string) => `${FAILURES_PATH}/${buildId}`;
export const reviewPath = (listingId: string) => `${QUEUE_PATH}/${listingId}`;
export const rolloutPath = (listingId: string) => `${ROLLOUTS_PATH}/${listingId}`;
export const tenantPath = (tenantId: string) => `${TENANTS_PATH}/${tenantId}`;
export const userPath = (userId: string) => `${USERS_PATH}/${userId}`;

/** Path of the page of an audit subject, if this dashboard has one. */
export function subjectPath({ type, id }: { type: string; id: string }): string | undefined {
  switch (type) {
    case "build":
      return adminBuildPath(id);
    case "listing":
      return reviewPath(id);
    case "tenant":
      return tenantPath(id);
    case "user":
    case "membership":
      return userPath(id);
    case "channel":
      return channelPath(id);
    case "delivery":
      return deliveryPath(id);
    case "mail":
      return mailPath(id);
    case "worker":
      return WORKERS_PATH;
    case "featured_item":
      return CATALOG_FEATURED_PATH;
    case "item_report":
      return REPORTS_PATH;
    case "job":
      return SYSTEM_PATH;
    case "saved_reply":
      return SAVED_REPLIES_PATH;
    case "billing_event":
      return billingEventPath(id);
    default:
      return undefined;
  }
}

export const buildsHref = (query: Partial<BuildListQuery>) => buildListHref(BUILDS_PATH, query);
