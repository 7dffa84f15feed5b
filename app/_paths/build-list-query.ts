import { listHref } from "@/app/_ui/list/list-url.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";

/**
 * Query of a build list, as the URL holds it. `since` and `until` are days in UTC, both included; the Builder has them, and the
 * sources of builds. `isStuck`, `isLastDay` (ended within 24 hours) and `tenant` are filters of the
 * admin dashboard.
 */
export interface BuildListQuery {
  status: BuildStatus[];
  platform: Platform[];
  since?: string | undefined;
  until?: string | undefined;
  isStuck?: boolean;
  isLastDay?: boolean;
  tenant?: string | undefined;
  appId?: string | undefined;
  gitRef?: string | undefined;
  version?: string | undefined;
  workerId?: string | undefined;
  /** Id of the user who queued it. */
  createdBy?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

export const buildListHref = (path: string, query: Partial<BuildListQuery>): string =>
  listHref(path, toParameters(query));

/** Parameters of the URL. */
export function toParameters(query: Partial<BuildListQuery>) {
  const { status, platform, since, until, isStuck, isLastDay, tenant, appId, cursor } = query;
  const { gitRef, version, workerId, createdBy, search } = query;
  const stuck = isStuck ? "true" : undefined;
  const ended = isLastDay ? "24h" : undefined;
  const sources = { app: appId, ref: gitRef, version, worker: workerId, by: createdBy, q: search };
  return { status, platform, since, until, stuck, ended, tenant, ...sources, cursor };
}

/** Input of the list procedures. Page and table use the same one, so that the table finds the prefetched query. */
export function toBuildListInput(query: BuildListQuery) {
  const { status, platform, since, until, isStuck, isLastDay, tenant, appId, cursor } = query;
  const { gitRef, version, workerId, createdBy, search } = query;
  return {
    status,
    platform,
    ...(since && { since }),
    ...(until && { until }),
    ...(isStuck && { stuck: true }),
    ...(isLastDay && { endedLastDay: true }),
    ...(tenant && { tenant }),
    ...(appId && { appId }),
    ...(gitRef && { gitRef }),
    ...(version && { version }),
    ...(workerId && { workerId }),
    ...(createdBy && { createdBy }),
    ...(search && { search }),
    ...(cursor && { cursor }),
  };
}

export const hasFilters = (query: BuildListQuery): boolean =>
  Boolean(query.search) || countFilters(query) > 0;

/** Number of active filters apart from the search; a period counts once. */
export function countFilters({ status, platform, isStuck, isLastDay, ...others }: BuildListQuery): number {
  const { since, until, tenant, appId, gitRef, version, workerId, createdBy } = others;
  const single = [since ?? until, tenant, appId, gitRef, version, workerId, createdBy, isStuck, isLastDay];
  return status.length + platform.length + single.filter(Boolean).length;
}
