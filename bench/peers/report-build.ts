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
