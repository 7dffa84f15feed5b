import { WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { decodeNumberCursor, encodeCursor, numberCursor } from "@/server/core/pagination.ts";
import { enumArray } from "@/server/core/sql-search.ts";
import { MAX_BUILD_NUMBER } from "@/shared/bounds.ts";
import { notFound } from "@/shared/errors.ts";
import { isoInstant } from "@/shared/text/text.ts";
import { BUILD_STATUSES, PLATFORMS } from "@/shared/vocabulary.ts";
import { BUILD_COLUMN_LIST, type BuildRow, toBuildView } from "./build-row.ts";
import type { ListBuilds } from "./input.ts";
import type { BuildPage } from "./view.ts";

/** Poll intervals for clients, with and without unfinished builds. */
const ACTIVE_POLL_INTERVAL_SECONDS = 5;
const IDLE_POLL_INTERVAL_SECONDS = 60;
export const BuildCursor = numberCursor(MAX_BUILD_NUMBER);

/**
 * One page of the builds of an app, newest first (specification 4.3), with its poll interval. Needs `BUILDS_READ`. The
 * cursor is the number of the last build of a page, so that new builds do not shift later pages.
 *
 * One statement sets the tenant's scope, finds the app and reads the page. `offset 0` keeps the planner from reading a
 * table before the scope is set.
 *
 * @throws AppError `PERMISSION_DENIED`, `VALIDATION_FAILED` for an invalid cursor, `NOT_FOUND`
 */
export async function listBuilds(
  ctx: TenantContext,
  appId: string,
  input: ListBuilds,
): Promise<BuildPage & PollState> {
  requirePermission(ctx, "BUILDS_READ");
  const before =
    input.cursor === undefined ? MAX_BUILD_NUMBER : decodeNumberCursor(input.cursor, MAX_BUILD_NUMBER);
  const { sql } = ctx.db.tenantDb;
  const limit = input.limit + 1;
  // With filters, an index is read for each pair of platform and status: builds that they drop are not read.
  const chosen = isFiltered(input)
    ? sql`unnest(${enumArray(input.platform, PLATFORMS)}::text[]) as platforms (platform)
        cross join unnest(${enumArray(input.status, BUILD_STATUSES)}::text[]) as statuses (status)
        cross join lateral (
          select * from builds
          where app_id = app.id and platform = platforms.platform and status = statuses.status and number < ${before}
          order by number desc limit ${limit}
        ) builds`
    : sql`builds where builds.app_id = app.id and builds.number < ${before}`;
  const rows = await sql<(BuildRow & AppState)[]>`
    select app.unfinished, build.*
    from (select set_config('drydock.scope', ${ctx.scope}, true) as scope) opened
    cross join lateral (
      select a.id, exists (select from builds b where b.app_id = a.id and b.finished_at is null) as unfinished
      from apps a where a.id = ${appId} and a.tenant_id = opened.scope::uuid offset 0
    ) app
    left join lateral (
      select ${sql.unsafe(BUILD_COLUMN_LIST)},
        case when builds.finished_at is null then least(
          case when builds.lease_until >= now() then builds.lease_until end,
          (select case when offline_at >= now() then offline_at end
            from (select last_seen_at + ${WORKER_TIMEOUT_MS} * interval '1 ms' as offline_at from build_workers
              where build_workers.id = builds.worker_id) worker)
        ) end as "stallsAt"
      from ${chosen}
      order by builds.number desc limit ${limit}
    ) build on true`;
  const [first] = rows;
  if (!first) throw notFound("app");
  const found = rows.filter((row) => row.id !== null);
  const builds = found.slice(0, input.limit).map(toBuildView);
  const last = found.length > input.limit ? builds.at(-1) : undefined;
  return {
    builds,
    nextCursor: last ? encodeCursor(last.number) : null,
    pollAfterSeconds: first.unfinished ? ACTIVE_POLL_INTERVAL_SECONDS : IDLE_POLL_INTERVAL_SECONDS,
    expiresAt: earliest(found.map(({ stallsAt }) => stallsAt)),
  };
}

export interface PollState {
  pollAfterSeconds: number;
  /** Instant at which the first lease on the page expires: the page then changes without a write. */
  expiresAt: Date | null;
}

function earliest(instants: (string | null)[]): Date | null {
  const times = instants.filter((text) => text !== null).map((text) => Date.parse(isoInstant(text)));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

const isFiltered = ({ status, platform }: ListBuilds): boolean => status.length + platform.length > 0;

interface AppState {
  unfinished: boolean;
  stallsAt: string | null;
}
