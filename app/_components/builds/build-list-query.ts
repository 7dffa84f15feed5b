import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { listHref } from "../../_ui/list/list-url";

/**
 * Query of a build list, as the URL holds it. `since` and `until` are days in UTC, both included; the Builder has them.
 * `isStuck`, `tenant` and `appId` are filters of the admin dashboard.
 */
export interface BuildListQuery {
  status: BuildStatus[];
  platform: Platform[];
  since?: string | undefined;
  until?: string | undefined;
  isStuck?: boolean;
  tenant?: string | undefined;
  appId?: string | undefined;
  cursor?: string | undefined;
}

export function buildListHref(path: string, query: Partial<BuildListQuery>): string {
  const { status, platform, since, until, isStuck, tenant, appId, cursor } = query;
  const stuck = isStuck ? "true" : undefined;
  return listHref(path, { status, platform, since, until, stuck, tenant, app: appId, cursor });
}

/** Input of the list procedures. Page and table use the same one, so that the table finds the prefetched query. */
export function toBuildListInput(query: BuildListQuery) {
  const { status, platform, since, until, isStuck, tenant, appId, cursor } = query;
  return {
    status,
    platform,
    ...(since && { since }),
    ...(until && { until }),
    ...(isStuck && { stuck: true }),
    ...(tenant && { tenant }),
    ...(appId && { appId }),
    ...(cursor && { cursor }),
  };
}

export function hasFilters({ status, platform, ...others }: BuildListQuery): boolean {
  const { since, until, isStuck, tenant, appId } = others;
  return (
    status.length + platform.length > 0 || Boolean(since ?? until ?? tenant ?? appId) || isStuck === true
  );
}
