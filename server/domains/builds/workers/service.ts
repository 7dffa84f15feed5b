import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { buildWorkers, stalledCondition, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import type { AuditAction } from "@/server/core/audit.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";

const MAX_WORKERS = 200;
/** Latest builds of a worker that its success rate covers. */
const RATED_BUILDS = 100;

export interface WorkerHeartbeat {
  /** Null keeps the known ones. */
  platforms: readonly Platform[] | null;
  /** Null keeps the known one. */
  version: string | null;
}

/** Records a worker's heartbeat, at most once per second. A forgotten worker is listed again. */
export async function recordWorkerHeartbeat(
  ctx: Context,
  workerId: string,
  { platforms, version }: WorkerHeartbeat = { platforms: null, version: null },
): Promise<void> {
  const now = ctx.now().toISOString();
  const platformArray = platforms ? `{${platforms.join(",")}}` : null;
  await ctx.db.systemDb.sql`
    insert into build_workers (id, platforms, version, first_seen_at, last_seen_at)
    values (${workerId}, coalesce(${platformArray}::text[], '{}'), ${version}, ${now}, ${now})
    on conflict (id) do update set
      platforms = coalesce(${platformArray}::text[], build_workers.platforms),
      version = coalesce(excluded.version, build_workers.version),
      last_seen_at = excluded.last_seen_at, forgotten_at = null
    where build_workers.last_seen_at < excluded.last_seen_at - interval '1 second'
      or build_workers.platforms <> coalesce(${platformArray}::text[], build_workers.platforms)
      or build_workers.version is distinct from coalesce(excluded.version, build_workers.version)
      or build_workers.forgotten_at is not null`;
}

/** Check of a worker that gets no new builds. */
export async function isDraining(tx: Transaction, workerId: string): Promise<boolean> {
  const draining = and(eq(buildWorkers.id, workerId), isNotNull(buildWorkers.drainingSince));
  return (await tx.$count(buildWorkers, draining)) > 0;
}

/**
 * Drains a worker: it finishes its build and gets no new one. For Super Admins.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` if it is draining
 */
export const drainWorker = (ctx: Context, workerId: string): Promise<void> =>
  changeWorker(ctx, "worker.drain", workerId, ({ drainingSince }, now) => {
    if (drainingSince) throw invalidTransition("This worker is already draining.");
    return { drainingSince: now };
  });

/** Lets a draining worker claim builds again. For Super Admins. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export const resumeWorker = (ctx: Context, workerId: string): Promise<void> =>
  changeWorker(ctx, "worker.resume", workerId, ({ drainingSince }) => {
    if (!drainingSince) throw invalidTransition("This worker is not draining.");
    return { drainingSince: null };
  });

/**
 * Removes an offline worker from the list. Builds keep its name; it is listed again when it is heard of. For Super Admins.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` for a worker that is not offline
 */
export const forgetWorker = (ctx: Context, workerId: string): Promise<void> =>
  changeWorker(ctx, "worker.forget", workerId, ({ lastSeenAt }, now) => {
    if (now.getTime() - lastSeenAt.getTime() <= WORKER_TIMEOUT_MS)
      throw invalidTransition("Only offline workers can be removed.");
    return { forgottenAt: now, drainingSince: null };
  });

type WorkerRecord = typeof buildWorkers.$inferSelect;

async function changeWorker(
  ctx: Context,
  action: AuditAction,
  workerId: string,
  toChange: (worker: WorkerRecord, now: Date) => Partial<WorkerRecord>,
): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, action, async (tx) => {
    const isListed = and(eq(buildWorkers.id, workerId), isNull(buildWorkers.forgottenAt));
    const [worker] = await tx.select().from(buildWorkers).where(isListed).for("update");
    if (!worker) throw notFound("worker");
    await tx.update(buildWorkers).set(toChange(worker, admin.now())).where(eq(buildWorkers.id, workerId));
    return { result: undefined, audit: { type: "worker", id: workerId, tenantId: null } };
  });
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
        except select id from build_workers where forgotten_at is not null
      )
      select known.id, worker.platforms, worker.version, worker.draining_since as "drainingSince", worker.last_seen_at as "heartbeatAt", worker.first_seen_at as "firstSeenAt", greatest(worker.last_seen_at, last.updated_at) as "lastSeenAt", now.builds as current, rate.finished, rate.completed
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
          'platform', b.platform, 'stalled', ${sql.raw(stalledCondition("b"))},
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
  return rows.map((row) => toWorkerView(row, admin.now()));
}

type WorkerRow = {
  id: string;
  platforms: Platform[] | string | null;
  firstSeenAt: Date | string | null;
  lastSeenAt: Date | string | null;
  heartbeatAt: Date | string | null;
  drainingSince: Date | string | null;
  version: string | null;
  current: WorkerView["current"] | null;
  finished: number;
  completed: number;
};

function toWorkerView(row: WorkerRow, now: Date): WorkerView {
  const facts = {
    heartbeatAt: row.heartbeatAt === null ? null : new Date(row.heartbeatAt),
    isDraining: row.drainingSince !== null,
    isBuilding: (row.current ?? []).length > 0,
  };
  return {
    id: row.id,
    state: toWorkerState(facts, now),
    isDraining: facts.isDraining,
    version: row.version,
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
  state: WorkerState;
  isDraining: boolean;
  /** Null if the worker does not report it. */
  version: string | null;
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

/** State of a worker. One that only reports the status of builds sends no heartbeats, so it is neither on nor offline. */
type WorkerState = "ONLINE" | "BUSY" | "DRAINING" | "OFFLINE" | "REPORTS_ONLY";

interface WorkerFacts {
  /** Last heartbeat; null for a worker without any. */
  heartbeatAt: Date | null;
  isDraining: boolean;
  isBuilding: boolean;
}

function toWorkerState({ heartbeatAt, isDraining, isBuilding }: WorkerFacts, now: Date): WorkerState {
  if (!heartbeatAt) return "REPORTS_ONLY";
  if (now.getTime() - heartbeatAt.getTime() > WORKER_TIMEOUT_MS) return "OFFLINE";
  if (isDraining) return "DRAINING";
  return isBuilding ? "BUSY" : "ONLINE";
}
