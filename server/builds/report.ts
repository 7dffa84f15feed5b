import type { Database } from "@/db/client.ts";
import type { BuildStatus } from "@/db/schema/vocabulary.ts";
import { announceBuildChange } from "../build-records/changes.ts";
import { MAX_EXCERPT_LENGTH } from "../events/event-types.ts";
import { actorId } from "../platform/audit.ts";
import { createBatcher } from "../platform/batcher.ts";
import type { Context } from "../platform/context.ts";
import { AppError, databaseError, notFound } from "../platform/errors.ts";
import type { ReportBuild } from "./input.ts";
import type { ReportReceipt } from "./view.ts";

/**
 * Takes a worker's report on a build (specification 4.2 and 6.1). Workers deliver at least once and out of order, so:
 * while the build is queued or runs any report is applied that changes something; after the end the same terminal
 * status and a late `IN_PROGRESS` change nothing, and another terminal status is refused. Every report, the refused
 * ones too, stands in the build's history. Fields left out keep what an earlier report said. A build's times never go
 * back: a report that another overtook counts as received with the build's last change.
 *
 * Reports that come together are taken by one statement, which locks their builds, judges the reports, applies them,
 * appends them to the history, audits the changes and keeps the events that they are: so many reports cost one round trip
 * and one commit, and each is whole or not at all.
 *
 * @throws AppError `NOT_FOUND`, `BUILD_ALREADY_FINISHED`
 */
export async function reportBuild(ctx: Context, input: ReportBuild): Promise<ReportReceipt> {
  const report = rowOf(ctx, input);
  // A build that is not there, or that somebody else has locked, holds up no other.
  const row = (await takerOf(ctx.db)(report)) ?? (await takeReports(ctx.db, [report], "for update"))[0];
  if (!row) throw notFound("build");
  if (row.verdict === "refused") {
    throw new AppError(
      "BUILD_ALREADY_FINISHED",
      `The build is ${row.status}; a finished build keeps its status.`,
    );
  }
  const applied = row.verdict === "applied";
  if (applied) announceBuildChange({ tenantId: row.tenant_id, appId: row.app_id, buildId: input.buildId });
  return { buildId: input.buildId, status: row.status, applied };
}

/** A report as the statement reads it. */
function rowOf(ctx: Context, { buildId, status, artifactPath, errorLog, sizeBytes, workerId }: ReportBuild) {
  return {
    build_id: buildId,
    status,
    artifact_path: artifactPath,
    error_log: errorLog,
    size_bytes: sizeBytes,
    worker_id: workerId,
    came_at: ctx.now().toISOString(),
    actor_kind: ctx.actor.kind,
    actor_id: workerId ?? actorId(ctx.actor),
    request_id: ctx.requestId,
    audit_id: ctx.newId(),
    event_id: ctx.newId(),
  };
}

type ReportRow = ReturnType<typeof rowOf>;
type TakeReport = (report: ReportRow) => Promise<TakenReport | undefined>;

/** Takes reports together with others of the same process. */
function takerOf(db: Database): TakeReport {
  const known = takers.get(db);
  if (known) return known;
  const take: TakeReport = createBatcher({
    keyOf: (report) => report.build_id,
    run: (reports) => takeReports(db, reports, "for update skip locked"),
    isItemError: (error) => /^(22|23|40)/.test(databaseError(error).code ?? ""),
    // Statements side by side would share fewer reports each, and none waits for a lock that another could go past.
    maxConcurrentBatches: 1,
    maxBatchSize: 50,
  });
  takers.set(db, take);
  return take;
}

const takers = new WeakMap<Database, TakeReport>();

/** What became of each report; undefined where its build was not to be had. */
async function takeReports(
  db: Database,
  reports: ReportRow[],
  lock: "for update" | "for update skip locked",
): Promise<(TakenReport | undefined)[]> {
  const { sql } = db.systemDb;
  const rows = await sql<TakenReport[]>`
    with report as (
      select * from json_to_recordset(${JSON.stringify(reports)}::text::json) as report (build_id uuid, status text,
        artifact_path text, error_log text, size_bytes bigint, worker_id text, came_at timestamptz,
        actor_kind text, actor_id text, request_id text, audit_id uuid, event_id uuid)
    ), judged as materialized (
      select report.*, greatest(report.came_at, build.updated_at) as at, build.tenant_id, build.app_id,
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
      cross join lateral (select * from builds where id = report.build_id ${sql.unsafe(lock)}) build
    ), applied as (
      update builds set
        status = judged.status,
        artifact_path = coalesce(judged.artifact_path, builds.artifact_path),
        error_log = coalesce(judged.error_log, builds.error_log),
        size_bytes = coalesce(judged.size_bytes, builds.size_bytes),
        worker_id = coalesce(judged.worker_id, builds.worker_id),
        started_at = coalesce(builds.started_at, case when judged.status = 'IN_PROGRESS' then judged.at end),
        finished_at = case when judged.status = 'IN_PROGRESS' then null else judged.at end,
        updated_at = judged.at
      from judged
      where builds.id = judged.build_id and judged.verdict = 'applied'
      returning builds.id, builds.status, builds.tenant_id, builds.app_id, builds.number, builds.platform,
        builds.version, builds.worker_id, builds.artifact_path, builds.size_bytes, builds.error_log
    ), history as (
      insert into build_reports (tenant_id, build_id, status, worker_id, artifact_path, size_bytes, applied, received_at)
      select tenant_id, build_id, status, worker_id, artifact_path, size_bytes, verdict = 'applied', at from judged
    ), audited as (
      insert into audit_log
        (id, tenant_id, actor_kind, actor_id, action, subject_type, subject_id, before, after, request_id, at)
      select audit_id, tenant_id, actor_kind, actor_id, 'build.report', 'build', build_id::text,
        jsonb_build_object('status', before), jsonb_build_object('status', status), request_id, at
      from judged where verdict = 'applied'
    ), told as (
      insert into domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
      select judged.event_id, applied.tenant_id,
        case applied.status when 'IN_PROGRESS' then 'build.started' when 'FAILED' then 'build.failed' else 'build.completed' end,
        1, applied.id,
        jsonb_build_object('buildId', applied.id, 'appId', applied.app_id, 'number', applied.number, 'platform',
          applied.platform, 'version', applied.version, 'status', applied.status, 'workerId', applied.worker_id)
        || case applied.status
          when 'COMPLETED' then jsonb_build_object('artifactPath', applied.artifact_path, 'sizeBytes', applied.size_bytes::text)
          when 'FAILED' then jsonb_build_object('errorLogTail', right(applied.error_log, ${MAX_EXCERPT_LENGTH}::integer))
          else '{}' end,
        judged.at
      from judged join applied on applied.id = judged.build_id where judged.status <> judged.before
    )
    select build_id, tenant_id, app_id, verdict, case verdict when 'applied' then status else before end as status
    from judged`;
  const taken = new Map(rows.map((row) => [row.build_id, row]));
  return reports.map((report) => taken.get(report.build_id));
}

interface TakenReport {
  build_id: string;
  tenant_id: string;
  app_id: string;
  verdict: "applied" | "ignored" | "refused";
  status: BuildStatus;
}
