import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database, Orm } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import { actorId } from "@/server/core/audit.ts";
import { createBatcher } from "@/server/core/batcher.ts";
import type { Context } from "@/server/core/context.ts";
import { PURGE_BATCH_SIZE, purgeInBatches, RETENTION_DAYS, retainedSince } from "@/server/core/retention.ts";
import { findSecretMask } from "@/server/domains/apps/variables/secret-masks.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { wakeLoops } from "@/server/queue/due-loop.ts";
import { MAX_EXCERPT_LENGTH } from "@/shared/bounds.ts";
import { BUILD_EVENT_FIELDS, EVENT_OF_REPORT } from "@/shared/build-events.ts";
import { type BuildFailure, findFailureInLog } from "@/shared/build-log/find-failure.ts";
import { AppError, databaseError, notFound } from "@/shared/errors.ts";
import type { SecretMask } from "@/shared/text/mask-secrets.ts";
import type { BuildStatus } from "@/shared/vocabulary.ts";
import type { ReportBuild } from "./input.ts";
import type { ReportReceipt } from "./view.ts";

/**
 * Status report of a worker (specification 4.2 and 6.1). Delivery is at least once and unordered:
 * - On an unfinished build, any report that changes a field is applied. Absent fields keep their values.
 * - On a finished build, the same terminal status and a late `IN_PROGRESS` are ignored; another terminal status is refused.
 * - Every report, refused ones included, is appended to the build's history.
 * - The secrets of the build's app are replaced in all of its texts.
 * - The reason of a failure is found in the error log before the statement, and stored with it.
 * - A build's times are monotonic: a report older than `updated_at` counts as received at `updated_at`.
 *
 * Concurrent reports are batched into one statement that locks the builds, evaluates and applies the reports, and writes
 * history, audit rows and domain events: one round trip and one commit per batch, each report atomic. The batch skips
 * builds that are missing, locked or have secrets to replace, so that they delay no other. Such a report is applied alone.
 *
 * @throws AppError `NOT_FOUND`, `BUILD_ALREADY_FINISHED`
 */
export async function reportBuild(ctx: Context, input: ReportBuild): Promise<ReportReceipt> {
  const mask = async () => toReportRow(ctx, await maskReport(ctx, input), true);
  // An error log is masked before the batch, so that it is read for its reason and sent only once.
  const report = input.errorLog === undefined ? toReportRow(ctx, input, false) : await mask();
  const row =
    (await getBatcher(ctx.db)(report)) ??
    (await applyReports(ctx.db, [report.is_masked ? report : await mask()], "for update"))[0];
  if (!row) throw notFound("build");
  if (row.verdict === "refused") {
    throw new AppError("BUILD_ALREADY_FINISHED", `The build has already finished with status ${row.status}.`);
  }
  const applied = row.verdict === "applied";
  if (applied) buildChanges.announce({ tenantId: row.tenant_id, appId: row.app_id, buildId: input.buildId });
  return { buildId: input.buildId, status: row.status, applied };
}

/** Report whose texts have the secrets of its build replaced. */
async function maskReport(ctx: Context, report: ReportBuild): Promise<Report> {
  const { buildId, status, artifactPath, errorLog, workerId } = report;
  const { orm } = ctx.db.systemDb;
  const mask = await findSecretMask(orm, buildId);
  const masked = (text: string | undefined) => (text === undefined ? undefined : (mask?.mask(text) ?? text));
  const log = masked(errorLog);
  const failure = log === undefined || status === "COMPLETED" ? undefined : findFailureInLog(log);
  return {
    ...report,
    artifactPath: masked(artifactPath),
    errorLog: log,
    // Reading the reason joins texts that escape codes separate.
    failure: failure && mask ? maskFailure(failure, mask) : failure,
    workerId: await maskWorkerId(orm, buildId, workerId, masked(workerId)),
  };
}

const maskFailure = (failure: BuildFailure, { mask }: SecretMask): BuildFailure => ({
  ...failure,
  summary: mask(failure.summary),
  fingerprint: mask(failure.fingerprint),
  tool: failure.tool && mask(failure.tool),
  step: failure.step && mask(failure.step),
  file: failure.file && mask(failure.file),
});

/** The name of the worker that holds the build is kept: it was known before the worker knew a secret, and finds its lease. */
async function maskWorkerId(
  orm: Pick<Orm, "$count">,
  buildId: string,
  workerId: string | undefined,
  masked: string | undefined,
): Promise<string | undefined> {
  if (workerId === undefined || masked === workerId) return workerId;
  const isHolder = and(eq(builds.id, buildId), eq(builds.workerId, workerId), isNotNull(builds.leaseUntil));
  return (await orm.$count(builds, isHolder)) > 0 ? workerId : masked;
}

type Report = Omit<ReportBuild, "artifactPath" | "errorLog" | "workerId"> &
  Partial<Record<"artifactPath" | "errorLog" | "workerId", string | undefined>> & {
    failure?: BuildFailure | null | undefined;
  };

function toReportRow(
  ctx: Context,
  { buildId, status, artifactPath, errorLog, failure, sizeBytes, workerId }: Report,
  isMasked: boolean,
) {
  return {
    build_id: buildId,
    is_masked: isMasked,
    status,
    artifact_path: artifactPath,
    error_log: errorLog,
    failure,
    size_bytes: sizeBytes,
    worker_id: workerId,
    received_at: ctx.now().toISOString(),
    actor_kind: ctx.actor.kind,
    actor_id: workerId ?? actorId(ctx.actor),
    request_id: ctx.requestId,
    audit_id: ctx.newId(),
    event_id: ctx.newId(),
  };
}

type ReportRow = ReturnType<typeof toReportRow>;
type ApplyReport = (report: ReportRow) => Promise<AppliedReport | undefined>;

function getBatcher(db: Database): ApplyReport {
  const existing = batchers.get(db);
  if (existing) return existing;
  const batcher: ApplyReport = createBatcher({
    keyOf: (report) => report.build_id,
    run: (reports) => applyReports(db, reports, "for update skip locked"),
    isItemError: (error) => /^(22|23|40)/.test(databaseError(error).code ?? ""),
    // One batch at a time makes batches larger, and with "skip locked" no batch waits for a lock.
    maxConcurrentBatches: 1,
    maxBatchSize: 50,
  });
  batchers.set(db, batcher);
  return batcher;
}

const batchers = new WeakMap<Database, ApplyReport>();

/** Applies the reports. @returns a result for each, undefined if its build is missing or was skipped as locked */
async function applyReports(
  db: Database,
  reports: ReportRow[],
  lock: "for update" | "for update skip locked",
): Promise<(AppliedReport | undefined)[]> {
  const { sql } = db.systemDb;
  wakeLoops("events", db);
  const rows = await sql<AppliedReport[]>`
    with report as (
      select * from json_to_recordset(${JSON.stringify(reports)}::text::json) as report (build_id uuid, is_masked boolean, status text,
        artifact_path text, error_log text, failure jsonb, size_bytes bigint, worker_id text, received_at timestamptz,
        actor_kind text, actor_id text, request_id text, audit_id uuid, event_id uuid)
    ), evaluated as materialized (
      select report.*, greatest(report.received_at, build.updated_at) as at, build.tenant_id, build.app_id,
        build.status as before, case
        when build.finished_at is not null and report.status in ('IN_PROGRESS', build.status) then 'ignored'
        when build.finished_at is not null then 'refused'
        when report.status = build.status and not (
          coalesce(report.artifact_path, build.artifact_path) is distinct from build.artifact_path
          or coalesce(report.size_bytes, build.size_bytes) is distinct from build.size_bytes
          or coalesce(report.worker_id, build.worker_id) is distinct from build.worker_id
          or coalesce(report.error_log, build.error_log) is distinct from build.error_log
        ) then 'ignored'
        else 'applied' end as verdict
      from report
      cross join lateral (
        select * from builds where id = report.build_id and (report.is_masked or not (
          exists (select from build_variables where build_id = builds.id and encrypted is not null)
          or exists (select from app_variables where app_id = builds.app_id and is_secret)))
        ${sql.unsafe(lock)}
      ) build
    ), applied as (
      update builds set
        status = evaluated.status,
        artifact_path = coalesce(evaluated.artifact_path, builds.artifact_path),
        error_log = coalesce(evaluated.error_log, builds.error_log),
        failure = case when evaluated.error_log is null then builds.failure else evaluated.failure end,
        size_bytes = coalesce(evaluated.size_bytes, builds.size_bytes),
        worker_id = coalesce(evaluated.worker_id, builds.worker_id),
        started_at = coalesce(builds.started_at, case when evaluated.status = 'IN_PROGRESS' then evaluated.at end),
        finished_at = case when evaluated.status = 'IN_PROGRESS' then null else evaluated.at end,
        updated_at = evaluated.at
      from evaluated
      where builds.id = evaluated.build_id and evaluated.verdict = 'applied'
      returning builds.id, builds.status, builds.tenant_id, builds.app_id, builds.number, builds.platform,
        builds.version, builds.worker_id, builds.artifact_path, builds.size_bytes, builds.error_log, builds.failure
    ), history as (
      insert into build_reports (tenant_id, build_id, status, worker_id, artifact_path, size_bytes, applied, received_at)
      select tenant_id, build_id, status, worker_id, artifact_path, size_bytes, verdict = 'applied', at from evaluated
    ), audited as (
      insert into audit_log
        (id, tenant_id, actor_kind, actor_id, action, subject_type, subject_id, before, after, request_id, at)
      select audit_id, tenant_id, actor_kind, actor_id, 'build.report', 'build', build_id::text,
        jsonb_build_object('status', before), jsonb_build_object('status', status), request_id, at
      from evaluated where verdict = 'applied'
    ), events as (
      insert into domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
      select evaluated.event_id, applied.tenant_id,
        ${sql.unsafe(REPORTED_EVENT.type)}, 1, applied.id, ${sql.unsafe(REPORTED_EVENT.data)},
        evaluated.at
      from evaluated join applied on applied.id = evaluated.build_id where evaluated.status <> evaluated.before
    )
    select build_id, tenant_id, app_id, verdict, case verdict when 'applied' then status else before end as status
    from evaluated`;
  const applied = new Map(rows.map((row) => [row.build_id, row]));
  return reports.map((report) => applied.get(report.build_id));
}

interface AppliedReport {
  build_id: string;
  tenant_id: string;
  app_id: string;
  verdict: "applied" | "ignored" | "refused";
  status: BuildStatus;
}

/** Event of a report in SQL, like those of `shared/build-events.ts`. `applied` is the build's row after it. */
const REPORTED_EVENT = {
  type: `case applied.status ${Object.entries(EVENT_OF_REPORT)
    .map(([status, type]) => `when '${status}' then '${type}'`)
    .join(" ")} end`,
  data: `jsonb_build_object(${Object.entries(BUILD_EVENT_FIELDS)
    .map(([field, key]) => `'${field}', applied.${builds[key].name}`)
    .join(", ")}) || case applied.status
    when 'COMPLETED' then jsonb_build_object('artifactPath', applied.artifact_path, 'sizeBytes', applied.size_bytes::text)
    when 'FAILED' then jsonb_build_object('errorLogTail', right(applied.error_log, ${MAX_EXCERPT_LENGTH}),
      'failure', case when applied.failure is not null then
        jsonb_build_object('summary', applied.failure -> 'summary', 'line', applied.failure -> 'line') end)
    else '{}' end`,
};

/** Deletes reports older than `RETENTION_DAYS.unappliedReports` that changed nothing. */
export const purgeUnappliedReports = (ctx: Context): Promise<void> =>
  purgeInBatches(
    ctx,
    sql`delete from build_reports where id = any(array(
      select id from build_reports
      where not applied and received_at < ${retainedSince(ctx, RETENTION_DAYS.unappliedReports)}
      order by received_at limit ${PURGE_BATCH_SIZE}
    )) returning id`,
  );
