import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { ReportBuild } from "@/server/domains/builds/input.ts";
import { type Pools, parseStatement, runStatement } from "./database.ts";

/** Applies one report with the SQL of server/domains/builds/report.ts, which applies a batch. */
export async function reportBuild({ systemDb }: Pools, report: ReportBuild): Promise<object> {
  const [row] = await runStatement<{ verdict: string; status: string }>(systemDb, REPORT_BUILD, {
    build_id: report.buildId,
    status: report.status,
    artifact_path: report.artifactPath ?? null,
    error_log: report.errorLog ?? null,
    size_bytes: report.sizeBytes ?? null,
    worker_id: report.workerId ?? null,
    now: new Date().toISOString(),
    audit_id: uuidv7(),
    event_id: uuidv7(),
    request_id: randomUUID(),
  });
  return { buildId: report.buildId, status: row?.status, applied: row?.verdict === "applied" };
}

/** Applies one report in a transaction of two statements, without an audit row and without an event. */
export async function reportBuildInSteps({ systemDb }: Pools, report: ReportBuild): Promise<object> {
  const { buildId, status, artifactPath = null, sizeBytes = null, workerId = null } = report;
  const now = new Date().toISOString();
  await systemDb.begin(async (tx) => {
    await tx`
      update builds set status = ${status}, artifact_path = coalesce(${artifactPath}, artifact_path),
        size_bytes = coalesce(${sizeBytes}::bigint, size_bytes), worker_id = coalesce(${workerId}, worker_id),
        started_at = coalesce(started_at, case when ${status}::text = 'IN_PROGRESS' then ${now}::timestamptz end),
        finished_at = case when ${status}::text <> 'IN_PROGRESS' then ${now}::timestamptz end, updated_at = ${now}
      where id = ${buildId} and finished_at is null`;
    await tx`
      insert into build_reports (tenant_id, build_id, status, worker_id, artifact_path, size_bytes, applied, received_at)
      select tenant_id, id, ${status}, ${workerId}, ${artifactPath}, ${sizeBytes}::bigint, true, ${now}
      from builds where id = ${buildId}`;
  });
  return { buildId, status, applied: true };
}

const REPORT_BUILD = parseStatement(`
  with report as (
    select :status::text as status, :artifact_path::text as artifact_path, :error_log::text as error_log,
      :size_bytes::bigint as size_bytes, :worker_id::text as worker_id, :now::timestamptz as at
  ), build as (
    select * from builds where id = :build_id for update
  ), judged as (
    select build.id, build.tenant_id, build.app_id, build.status, case
      when build.finished_at is not null and report.status in ('IN_PROGRESS', build.status) then 'ignored'
      when build.finished_at is not null then 'refused'
      when report.status = build.status and not (
        coalesce(report.artifact_path, build.artifact_path) is distinct from build.artifact_path
        or coalesce(report.size_bytes, build.size_bytes) is distinct from build.size_bytes
        or coalesce(report.worker_id, build.worker_id) is distinct from build.worker_id
        or coalesce(report.error_log, build.error_log) is distinct from build.error_log
      ) then 'ignored'
      else 'applied' end as verdict
    from build, report
  ), applied as (
    update builds set
      status = report.status,
      artifact_path = coalesce(report.artifact_path, builds.artifact_path),
      error_log = coalesce(report.error_log, builds.error_log),
      size_bytes = coalesce(report.size_bytes, builds.size_bytes),
      worker_id = coalesce(report.worker_id, builds.worker_id),
      started_at = coalesce(builds.started_at, case when report.status = 'IN_PROGRESS' then report.at end),
      finished_at = case when report.status = 'IN_PROGRESS' then null else report.at end,
      updated_at = report.at
    from judged, report
    where builds.id = judged.id and judged.verdict = 'applied'
    returning builds.id, builds.status, builds.tenant_id, builds.app_id, builds.number, builds.platform,
      builds.version, builds.worker_id, builds.artifact_path, builds.size_bytes, builds.error_log
  ), history as (
    insert into build_reports (tenant_id, build_id, status, worker_id, artifact_path, size_bytes, applied, received_at)
    select judged.tenant_id, judged.id, report.status, report.worker_id, report.artifact_path, report.size_bytes,
      judged.verdict = 'applied', report.at
    from judged, report
  ), audited as (
    insert into audit_log
      (id, tenant_id, actor_kind, actor_id, action, subject_type, subject_id, before, after, request_id, at)
    select :audit_id::uuid, judged.tenant_id, 'worker', report.worker_id, 'build.report', 'build', judged.id::text,
      jsonb_build_object('status', judged.status), jsonb_build_object('status', applied.status),
      :request_id::text, report.at
    from judged join applied on applied.id = judged.id, report
  ), told as (
    insert into domain_events (id, tenant_id, type, version, subject_id, data, occurred_at)
    select :event_id::uuid, applied.tenant_id,
      case applied.status when 'IN_PROGRESS' then 'build.started' when 'FAILED' then 'build.failed' else 'build.completed' end,
      1, applied.id,
      jsonb_build_object('buildId', applied.id, 'appId', applied.app_id, 'number', applied.number, 'platform',
        applied.platform, 'version', applied.version, 'status', applied.status, 'workerId', applied.worker_id)
      || case applied.status
        when 'COMPLETED' then jsonb_build_object('artifactPath', applied.artifact_path, 'sizeBytes', applied.size_bytes::text)
        when 'FAILED' then jsonb_build_object('errorLogTail', right(applied.error_log, 2000))
        else '{}' end,
      report.at
    from judged join applied on applied.id = judged.id and applied.status <> judged.status, report
    returning id
  )
  select judged.tenant_id, judged.app_id, judged.verdict, coalesce(applied.status, judged.status) as status,
    exists (select from told) as told
  from judged left join applied on applied.id = judged.id`);
