import { sql } from "drizzle-orm";
import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";

const SHOWN = 200;
/** How many of a worker's last builds its success rate is of. */
const RATED_BUILDS = 100;

/** Remembers a sign of life of a worker, once a second at the most; what it builds is kept unless it is told. */
export async function recordWorkerHeartbeat(
  ctx: Context,
  workerId: string,
  platforms?: readonly Platform[],
): Promise<void> {
  const now = ctx.now().toISOString();
  const told = platforms ? `{${platforms.join(",")}}` : null;
  await ctx.db.platform.sql`
    insert into build_workers (id, platforms, first_seen_at, last_seen_at)
    values (${workerId}, coalesce(${told}::text[], '{}'), ${now}, ${now})
    on conflict (id) do update set
      platforms = coalesce(${told}::text[], build_workers.platforms), last_seen_at = excluded.last_seen_at
    where build_workers.last_seen_at < excluded.last_seen_at - interval '1 second'
      or build_workers.platforms <> coalesce(${told}::text[], build_workers.platforms)`;
}

/**
 * The workers that gave a sign of life last, the latest first: those that asked for builds, and those that only report.
 * For Super Admins.
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
      order by "lastSeenAt" desc nulls last, known.id limit ${SHOWN}`),
  );
  return rows.map(viewOfRow);
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

function viewOfRow(row: WorkerRow): WorkerView {
  return {
    id: row.id,
    platforms: platformsOf(row.platforms),
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

/** The driver knows no array types here: `{ANDROID,IOS}`. */
const platformsOf = (given: WorkerRow["platforms"]): Platform[] =>
  (typeof given === "string" ? given.slice(1, -1).split(",").filter(Boolean) : (given ?? [])) as Platform[];

/** A build worker as Super Admins see it. One that never asked for builds tells no platforms. */
export interface WorkerView {
  id: string;
  platforms: Platform[];
  firstSeenAt: string | null;
  lastSeenAt: string | null;
  /** What it builds now; more than one only when it has lost some of them. */
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
  /** How many of its last builds the rate is of, cancelled ones left out. */
  finished: number;
  /** Of 1; null before its first build ended. */
  successRate: number | null;
}
