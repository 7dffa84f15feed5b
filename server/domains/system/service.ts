import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { AdminContext, Context } from "@/server/core/context.ts";
import { VERSION } from "@/server/core/env/version.ts";
import { decodeNumberCursor, type Page, pageOf } from "@/server/core/pagination.ts";
import { PURGE_BATCH_SIZE, purgeInBatches, RETENTION_DAYS, retainedSince } from "@/server/core/retention.ts";
import { withoutParameters } from "@/server/core/safe-error.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { JOB_SCHEDULE } from "@/server/queue/schedule.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { truncate } from "@/shared/text/truncate.ts";
import type { ListDeadJobs } from "./input.ts";

/** Condition on `graphile_worker.jobs`: failed for the last time. A running one may still succeed. */
const IS_DEAD = sql`attempts >= max_attempts and locked_at is null`;

/** State of the platform: release, migrations, jobs by task and scheduled jobs. For Super Admins. */
export async function getSystem(ctx: Context): Promise<SystemView> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [migrations] = await tx.execute<{ count: number; newest: string }>(sql`
      select count(*)::integer as count, to_timestamp(max(created_at) / 1000.0) as newest
      from drizzle.__drizzle_migrations`);
    const lastRuns = await tx.execute<{ task: string; at: string | null }>(sql`
      select identifier as task, last_execution as at from graphile_worker._private_known_crontabs`);
    return {
      version: VERSION,
      migrations: { count: migrations?.count ?? 0, newest: toIso(migrations?.newest ?? null) },
      tasks: await countJobs(tx),
      schedule: Object.entries(JOB_SCHEDULE).map(([task, cron]) => ({
        task,
        cron,
        lastRunAt: toIso(lastRuns.find((run) => run.task === task)?.at ?? null),
      })),
    };
  });
}

async function countJobs(tx: Reader): Promise<TaskView[]> {
  const rows = await tx.execute<Omit<TaskView, "oldestDueAt"> & { oldestDueAt: string | null }>(sql`
    select task_identifier as task,
      count(*) filter (where is_due)::integer as due,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where run_at > now() and locked_at is null and attempts < max_attempts)::integer as waiting,
      count(*) filter (where ${IS_DEAD})::integer as dead,
      min(run_at) filter (where is_due) as "oldestDueAt"
    from (
      select *, run_at <= now() and locked_at is null and attempts < max_attempts as is_due from graphile_worker.jobs
    ) job
    group by 1 order by dead desc, due desc, 1`);
  return [...rows].map((row) => ({ ...row, oldestDueAt: toIso(row.oldestDueAt) }));
}

const MAX_JOB_ID = Number.MAX_SAFE_INTEGER;
const MAX_ERROR_LENGTH = 2_000;

/** One page of the dead jobs, newest first. For Super Admins. */
export async function listDeadJobs(ctx: Context, { cursor, limit }: ListDeadJobs): Promise<DeadJobsPage> {
  const admin = requireSuperAdmin(ctx);
  const before = cursor === undefined ? MAX_JOB_ID : decodeNumberCursor(cursor, MAX_JOB_ID);
  const rows = await read(admin, (tx) =>
    selectDeadJobs(tx, sql`jobs.id < ${before} order by jobs.id desc limit ${limit + 1}`),
  );
  const { shown, nextCursor } = pageOf(rows, limit, ({ id }) => [Number(id)]);
  return { jobs: shown, nextCursor };
}

/**
 * Runs a dead job again, with new attempts. For Super Admins after a recent authentication, since a job may send something.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`
 */
export const retryJob = (ctx: Context, jobId: string): Promise<void> =>
  changeDeadJob(
    ctx,
    "job.retry",
    jobId,
    (id) => sql`
    select from graphile_worker.reschedule_jobs(array[${id}], run_at => now(), attempts => 0)`,
  );

/** Deletes a dead job. For Super Admins. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export const discardJob = (ctx: Context, jobId: string): Promise<void> =>
  changeDeadJob(
    ctx,
    "job.discard",
    jobId,
    (id) => sql`select from graphile_worker.complete_jobs(array[${id}])`,
  );

async function changeDeadJob(
  ctx: Context,
  action: "job.retry" | "job.discard",
  jobId: string,
  toStatement: (id: SQL) => SQL,
): Promise<void> {
  const admin: AdminContext = requireSuperAdmin(ctx);
  await mutate(admin, action, async (tx) => {
    const id = sql`${jobId}::bigint`;
    // Locked first: a runner or another Super Admin may change the job meanwhile.
    const locked = await tx.execute(
      sql`select from graphile_worker._private_jobs where id = ${id} for update`,
    );
    if (locked.length === 0) throw notFound("job");
    const [job] = await selectDeadJobs(tx, sql`jobs.id = ${id}`);
    if (!job) throw invalidTransition("Only jobs that failed for the last time can be retried or discarded.");
    await tx.execute(toStatement(id));
    const before = { task: job.task, attempts: job.attempts, lastError: job.lastError };
    return { result: undefined, audit: { type: "job", id: jobId, tenantId: null, before } };
  });
}

async function selectDeadJobs(tx: Reader, rest: SQL): Promise<DeadJob[]> {
  const rows = await tx.execute<
    Omit<DeadJob, "queuedAt" | "failedAt"> & { queuedAt: string; failedAt: string }
  >(sql`
    select id::text, task_identifier as task, attempts::integer, last_error as "lastError", created_at as "queuedAt",
      updated_at as "failedAt"
    from graphile_worker.jobs where ${IS_DEAD} and ${rest}`);
  return [...rows].map((row) => ({
    ...row,
    lastError: row.lastError && truncate(withoutParameters(row.lastError), MAX_ERROR_LENGTH),
    queuedAt: new Date(row.queuedAt).toISOString(),
    failedAt: new Date(row.failedAt).toISOString(),
  }));
}

/** Deletes jobs that have been dead for `RETENTION_DAYS.deadJobs`. */
export const purgeDeadJobs = (ctx: Context): Promise<void> =>
  purgeInBatches(
    ctx,
    sql`select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where ${IS_DEAD} and updated_at < ${retainedSince(ctx, RETENTION_DAYS.deadJobs)}
      order by id limit ${PURGE_BATCH_SIZE}))`,
  );

const toIso = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

export interface SystemView {
  version: string;
  /** Migrations that are applied, and when the newest was written. */
  migrations: { count: number; newest: string | null };
  tasks: TaskView[];
  schedule: { task: string; cron: string; lastRunAt: string | null }[];
}

/** Jobs of one task by state. */
interface TaskView {
  task: string;
  due: number;
  running: number;
  waiting: number;
  dead: number;
  oldestDueAt: string | null;
}

export type DeadJobsPage = Page<"jobs", DeadJob>;

export interface DeadJob {
  id: string;
  task: string;
  attempts: number;
  /** Without values of queries. */
  lastError: string | null;
  queuedAt: string;
  failedAt: string;
}
