import { type BuildListQuery, buildListHref } from "../../_components/builds/build-list-query";

export const QUEUE_PATH = "/admin/moderation";
export const BUILDS_PATH = "/admin/builds";

export const buildsHref = (query: Partial<BuildListQuery>) => buildListHref(BUILDS_PATH, query);

export const NOTIFICATIONS_PATH = "/admin/notifications";

export const channelPath = (channelId: string) => `${NOTIFICATIONS_PATH}/${channelId}`;
export const deliveryPath = (deliveryId: string) => `${NOTIFICATIONS_PATH}/deliveries/${deliveryId}`;
export const reviewPath = (listingId: string) => `${QUEUE_PATH}/${listingId}`;
export const CATALOG_PATH = "/admin/catalog";
export const CATALOG_LISTINGS_PATH = `${CATALOG_PATH}/listings`;

export const BILLING_PATH = "/admin/billing";

export const billingEventPath = (eventId: string) => `${BILLING_PATH}/${eventId}`;

export const TENANTS_PATH = "/admin/tenants";
export const USERS_PATH = "/admin/users";

export const tenantPath = (tenantId: string) => `${TENANTS_PATH}/${tenantId}`;
export const userPath = (userId: string) => `${USERS_PATH}/${userId}`;

export const AUDIT_PATH = "/admin/audit";

export const auditEntryPath = (entryId: string) => `${AUDIT_PATH}/${entryId}`;
