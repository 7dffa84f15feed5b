import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { REPORT_BUILD } from "../statements/report-build.ts";
import { run } from "../statements/statement.ts";
import type { Pools } from "./pools.ts";

export interface Report {
  buildId: string;
  status: string;
  artifactPath?: string;
  errorLog?: string;
  sizeBytes?: string;
  workerId?: string;
}

/** Reports on a build and gives the body of the answer. */
export async function reportBuild({ platform }: Pools, report: Report): Promise<object> {
  const [row] = await run<{ verdict: string; status: string }>(platform, REPORT_BUILD, {
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

/** The same in the steps of a transaction, without an audit row and without an event. */
export async function reportBuildInSteps({ platform }: Pools, report: Report): Promise<object> {
  const { buildId, status, artifactPath = null, sizeBytes = null, workerId = null } = report;
  const now = new Date().toISOString();
  await platform.begin(async (tx) => {
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
