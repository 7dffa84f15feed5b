import { sql } from "drizzle-orm";
import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";

const MAX_WORKERS = 200;
/** Latest builds of a worker that its success rate covers. */
const RATED_BUILDS = 100;

/** Records a worker's heartbeat, at most once per second. Without `platforms` the known ones stay. */
export async function recordWorkerHeartbeat(
  ctx: Context,
  workerId: string,
  platforms?: readonly Platform[],
): Promise<void> {
  const now = ctx.now().toISOString();
  const platformArray = platforms ? `{${platforms.join(",")}}` : null;
  await ctx.db.systemDb.sql`
    insert into build_workers (id, platforms, first_seen_at, last_seen_at)
    values (${workerId}, coalesce(${platformArray}::text[], '{}'), ${now}, ${now})
    on conflict (id) do update set
      platforms = coalesce(${platformArray}::text[], build_workers.platforms), last_seen_at = excluded.last_seen_at
    where build_workers.last_seen_at < excluded.last_seen_at - interval '1 second'
      or build_workers.platforms <> coalesce(${platformArray}::text[], build_workers.platforms)`;
}

/**
 * Workers by their last heartbeat, newest first, including those that only reported status. For Super Admins.
 */
export async function listWorkers(ctx: Context): Promise<WorkerView[]> {
  const admin = requireSuperAdmin(ctx);
  const rows = await read(admin, (tx) =>
    tx.execute<WorkerRow>(sql`
      with recursive named as (
        (select worker_id from builds where worker_id is not null order by worker_id limit 1)
        union all
        select (select b.worker_id from builds b where b.worker_id > named.worker_id order by b.worker_id limit 1)
        from named where named.worker_id is not null
      ), known as (
        select id from build_workers union select worker_id from named where worker_id is not null
      )
      select known.id, worker.platforms, worker.first_seen_at as "firstSeenAt", greatest(worker.last_seen_at, last.updated_at) as "lastSeenAt", now.builds as current, rate.finished, rate.completed
      from known
      left join build_workers worker on worker.id = known.id
      left join lateral (
        select max(b.updated_at) as updated_at from (
          (select updated_at from builds where worker_id = known.id and finished_at is null)
          union all
          (select updated_at from builds where worker_id = known.id and finished_at is not null
           order by finished_at desc limit 1)
        ) b
      ) last on true
      left join lateral (
        select json_agg(json_build_object(
          'id', b.id, 'number', b.number, 'status', b.status, 'startedAt', b.started_at,
          'platform', b.platform, 'stalled', coalesce(b.lease_until < now(), false),
          'app', json_build_object('id', a.id, 'name', a.name),
          'tenant', json_build_object('slug', t.slug, 'name', t.name)
        ) order by b.created_at) as builds
        from builds b join apps a on a.id = b.app_id join tenants t on t.id = b.tenant_id
        where b.worker_id = known.id and b.finished_at is null
      ) now on true
      left join lateral (
        select count(*)::int as finished, (count(*) filter (where status = 'COMPLETED'))::int as completed
        from (
          select status from builds where worker_id = known.id and finished_at is not null
            and end_reason is distinct from 'CANCELLED'
          order by finished_at desc limit ${RATED_BUILDS}
        ) recent
      ) rate on true
      order by "lastSeenAt" desc nulls last, known.id limit ${MAX_WORKERS}`),
  );
  return rows.map(toWorkerView);
}

type WorkerRow = {
  id: string;
  platforms: Platform[] | string | null;
  firstSeenAt: Date | string | null;
  lastSeenAt: Date | string | null;
  current: WorkerView["current"] | null;
  finished: number;
  completed: number;
};

function toWorkerView(row: WorkerRow): WorkerView {
  return {
    id: row.id,
    platforms: parsePlatforms(row.platforms),
    firstSeenAt: row.firstSeenAt && new Date(row.firstSeenAt).toISOString(),
    lastSeenAt: row.lastSeenAt && new Date(row.lastSeenAt).toISOString(),
    current: (row.current ?? []).map((build) => ({
      ...build,
      startedAt: build.startedAt && new Date(build.startedAt).toISOString(),
    })),
    finished: row.finished,
    successRate: row.finished === 0 ? null : row.completed / row.finished,
  };
}

/** A raw query returns an array as text: `{ANDROID,IOS}`. */
const parsePlatforms = (given: WorkerRow["platforms"]): Platform[] =>
  (typeof given === "string" ? given.slice(1, -1).split(",").filter(Boolean) : (given ?? [])) as Platform[];

/** Build worker. `platforms` is empty until it asks for builds. */
export interface WorkerView {
  id: string;
  platforms: Platform[];
  firstSeenAt: string | null;
  lastSeenAt: string | null;
  /** Builds in progress; more than one only if it lost some of them. */
  current: {
    id: string;
    number: number;
    platform: Platform;
    status: BuildStatus;
    stalled: boolean;
    startedAt: string | null;
    app: { id: string; name: string };
    tenant: { slug: string; name: string };
  }[];
  /** Builds that the rate covers, without cancelled ones. */
  finished: number;
  /** From 0 to 1; null before the first finished build. */
  successRate: number | null;
}
