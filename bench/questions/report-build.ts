import type { Request } from "autocannon";
import { countBuilds } from "../data/count-builds.ts";
import { rowId } from "../data/ids.ts";
import { FASTIFY, FASTIFY_STEPS, LOOP, NEXT } from "../stage/contender-names.ts";
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
    { contender: LOOP },
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
  countEffects: async (sql) => {
    const [row] = await sql<
      { count: number }[]
    >`select count(*)::integer as count from build_reports where applied`;
    return row?.count ?? 0;
  },
  settle: countBuilds,
};
