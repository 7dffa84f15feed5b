import type { Request } from "autocannon";
import { countBuilds } from "../data/count-builds.ts";
import { rowId, rowIdSql } from "../data/ids.ts";
import { FASTIFY, FASTIFY_STEPS, NEXT, PGBENCH } from "../stage/contender-names.ts";
import { REPORT_BUILD } from "../statements/report-build.ts";
import { inPgbench } from "../statements/statement.ts";
import type { Question, Supply } from "./question.ts";

/** A worker reports that it began a queued build, and then that the build is complete. */
export const REPORT: Question = {
  title: "Build report",
  endpoint: "POST /api/builds/webhook/status",
  remark: "The front takes reports that come together by one statement.",
  floors: [
    { contender: FASTIFY },
    { contender: FASTIFY_STEPS, least: 1 },
    { contender: NEXT, least: 3 },
    { contender: PGBENCH },
  ],
  buildsPerCall: 1 / 2,
  calls: ({ builds, buildSecret }: Supply): Request[] => {
    const call = {
      method: "POST",
      path: "/api/builds/webhook/status",
      headers: { "content-type": "application/json", "x-build-secret": buildSecret },
    };
    let next = builds.first;
    const begin = (request: Request, context: Record<string, unknown>): Request => {
      if (next >= builds.first + builds.count) throw new Error("the run has used up its fresh builds");
      const buildId = rowId("freshBuild", next++);
      context["buildId"] = buildId;
      return { ...request, body: JSON.stringify({ buildId, status: "IN_PROGRESS", workerId: "worker-1" }) };
    };
    const complete = (request: Request, { buildId }: Record<string, unknown>): Request => ({
      ...request,
      body: JSON.stringify({
        buildId,
        status: "COMPLETED",
        artifactPath: `artifacts/${buildId}/app-release.aab`,
        sizeBytes: "48211903",
        workerId: "worker-1",
      }),
    });
    return [
      { ...call, setupRequest: begin },
      { ...call, setupRequest: complete },
    ];
  },
  pgbench: {
    callsPerPass: 2,
    script: `\\set n :first + :clients * :i + :client_id\n${reportInPgbench("IN_PROGRESS")}${reportInPgbench("COMPLETED")}`,
  },
  countEffects: async (sql) => {
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::integer as count from build_reports where applied`;
    return row?.count ?? 0;
  },
  settle: countBuilds,
};

function reportInPgbench(status: "IN_PROGRESS" | "COMPLETED"): string {
  return inPgbench(REPORT_BUILD, {
    build_id: rowIdSql("freshBuild", ":n"),
    status: `'${status}'`,
    worker_id: "'worker-1'",
    now: "now()",
    audit_id: "uuidv7()",
    event_id: "uuidv7()",
    request_id: "uuidv7()",
    ...(status === "COMPLETED" && {
      artifact_path: "'artifacts/' || :n || '/app-release.aab'",
      size_bytes: "48211903",
    }),
  });
}
