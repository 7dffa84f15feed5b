import { BUILD_STATUSES, PLATFORMS } from "@/db/schema/vocabulary.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { decodeNumberCursor, encodeCursor, numberCursor } from "../platform/pagination.ts";
import { enumArray } from "../platform/search.ts";
import { isoInstant } from "../platform/text.ts";
import type { ListBuilds } from "./input.ts";
import { BUILD_ROW, type BuildRow, viewOfRow } from "./row.ts";
import type { BuildPage } from "./view.ts";

/** How long, in seconds, a poller should wait before it asks again. */
const POLL_WHILE_UNFINISHED_SECONDS = 5;
const POLL_WHEN_IDLE_SECONDS = 60;
const MAX_BUILD_NUMBER = 2_147_483_647;

/** The cursor of a page of builds. */
export const BuildCursor = numberCursor(MAX_BUILD_NUMBER);

/**
 * One page of the builds of an app, newest first (specification 4.3), and how long to wait before asking again.
 * Needs `BUILDS_READ`. The cursor is the number of the last build seen, so pages stay right while builds are added.
 *
 * One statement opens the tenant's scope, finds the app and reads the page. `offset 0` keeps the planner from looking
 * at a table before the scope is open.
 *
 * @throws AppError `PERMISSION_DENIED`, `VALIDATION_FAILED` for a foreign cursor, `NOT_FOUND`
 */
export async function listBuilds(
  ctx: TenantContext,
  appId: string,
  input: ListBuilds,
): Promise<BuildPage & PageLife> {
  requirePermission(ctx, "BUILDS_READ");
  const before =
    input.cursor === undefined ? MAX_BUILD_NUMBER : decodeNumberCursor(input.cursor, MAX_BUILD_NUMBER);
  const { sql } = ctx.db.tenantDb;
  const limit = input.limit + 1;
  // With filters an index answers for each pair of platform and status, so none reads the builds that it drops.
  const chosen = isFiltered(input)
    ? sql`unnest(${enumArray(input.platform, PLATFORMS)}::text[]) as platforms (platform)
        cross join unnest(${enumArray(input.status, BUILD_STATUSES)}::text[]) as statuses (status)
        cross join lateral (
          select * from builds
          where app_id = app.id and platform = platforms.platform and status = statuses.status and number < ${before}
          order by number desc limit ${limit}
        ) b`
    : sql`builds b where b.app_id = app.id and b.number < ${before}`;
  const rows = await sql<(BuildRow & AppState)[]>`
    select app.unfinished, build.*
    from (select set_config('drydock.scope', ${ctx.scope}, true) as scope) opened
    cross join lateral (
      select a.id, exists (select from builds b where b.app_id = a.id and b.finished_at is null) as unfinished
      from apps a where a.id = ${appId} and a.tenant_id = opened.scope::uuid offset 0
    ) app
    left join lateral (
      select ${sql.unsafe(BUILD_ROW)},
        case when b.finished_at is null and b.lease_until >= now() then b.lease_until end as stalls_at
      from ${chosen}
      order by b.number desc limit ${limit}
    ) build on true`;
  const [first] = rows;
  if (!first) throw notFound("app");
  const found = rows.filter((row) => row.id !== null);
  const builds = found.slice(0, input.limit).map(viewOfRow);
  const last = found.length > input.limit ? builds.at(-1) : undefined;
  return {
    builds,
    nextCursor: last ? encodeCursor(last.number) : null,
    pollAfterSeconds: first.unfinished ? POLL_WHILE_UNFINISHED_SECONDS : POLL_WHEN_IDLE_SECONDS,
    endsAt: earliest(found.map(({ stalls_at }) => stalls_at)),
  };
}

/** How a page of builds goes on. */
export interface PageLife {
  /** How long, in seconds, a poller should wait before it asks again. */
  pollAfterSeconds: number;
  /** When one of its builds counts as stalled unless its worker is heard of, which changes the page without a word. */
  endsAt: Date | null;
}

function earliest(instants: (string | null)[]): Date | null {
  const times = instants.filter((text) => text !== null).map((text) => Date.parse(isoInstant(text)));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

const isFiltered = ({ status, platform }: ListBuilds): boolean => status.length + platform.length > 0;

interface AppState {
  unfinished: boolean;
  stalls_at: string | null;
}
