import { beforeAll, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { BuildDetail, ReportReceipt } from "@/server/domains/builds/view.ts";
import type { BuildStatus, ReportedStatus } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { sendReport } from "./send-report.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

/** Each status, and each once more: workers deliver at least once. */
const REPORTS: ReportedStatus[] = [
  "IN_PROGRESS",
  "IN_PROGRESS",
  "COMPLETED",
  "COMPLETED",
  "FAILED",
  "FAILED",
];

describeBothEntryPoints("POST /api/builds/webhook/status, in any order", (entryPoint) => {
  let account: Account;
  let appId: string;

  beforeAll(async () => {
    account = await createAccount();
    appId = (await createApp(db(), { tenantId: account.tenantId })).id;
  });

  const newBuild = async () => (await createBuild(db(), { tenantId: account.tenantId, appId })).id;
  const find = async (buildId: string) =>
    expectView(
      await sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as: account }),
      200,
      BuildDetail,
    );

  describe.each(["IN_PROGRESS", "COMPLETED", "FAILED"] as const)("%s first", (first) => {
    it("ends at the first reported end in every order, with a complete history", async () => {
      const orders = permutations(REPORTS).filter(([status]) => status === first);
      expect(orders).toHaveLength(30);
      // Both entry points share one handler; it saw every order at the first one.
      const met = orders.filter((_, index) => entryPoint.name === "front" || index % 5 === 0);
      await Promise.all(
        met.map(async (order) => {
          const buildId = await newBuild();
          const expected = expectedOutcomes(order);
          for (const [index, status] of order.entries()) {
            const response = await sendReport(entryPoint, { buildId, status });
            expectOutcome(response, buildId, expected[index]);
          }
          const build = await find(buildId);
          expect(build.status).toBe(order.find((status) => status !== "IN_PROGRESS"));
          expect(build.reports.map(({ status, applied }) => [status, applied])).toEqual(
            order.map((status, index) => [status, expected[index]?.verdict === "applied"]),
          );
        }),
      );
    });
  });

  it("changes nothing but the history once the build has ended", async () => {
    const buildId = await newBuild();
    await sendReport(entryPoint, {
      buildId,
      status: "COMPLETED",
      workerId: "one",
      artifactPath: "a",
      sizeBytes: "1",
    });
    const { reports: before, ...ended } = await find(buildId);
    const late = { workerId: "two", artifactPath: "b", sizeBytes: "2", errorLog: "late" };
    for (const status of ["COMPLETED", "IN_PROGRESS", "FAILED"] as const) {
      await sendReport(entryPoint, { buildId, status, ...late });
    }
    const { reports: after, ...still } = await find(buildId);
    expect(still).toEqual(ended);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length)).toMatchObject(
      ["COMPLETED", "IN_PROGRESS", "FAILED"].map((status) => ({
        status,
        workerId: "two",
        artifactPath: "b",
        sizeBytes: "2",
        applied: false,
      })),
    );
  });

  it("applies one of many concurrent ends", async () => {
    const buildId = await newBuild();
    const responses = await Promise.all(
      [...REPORTS, ...REPORTS, ...REPORTS].map((status) => sendReport(entryPoint, { buildId, status })),
    );
    const build = await find(buildId);
    expect(build.reports).toHaveLength(responses.length);
    const ends = build.reports.filter(({ status, applied }) => applied && status !== "IN_PROGRESS");
    expect(ends.map(({ status }) => status)).toEqual([build.status]);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expectProblem(response, 409, "BUILD_ALREADY_FINISHED");
    }
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(6);
  });
});

interface Outcome {
  verdict: "applied" | "ignored" | "refused";
  status: BuildStatus;
}

/** What the contract says of each report of an order that meets a queued build. */
function expectedOutcomes(order: readonly ReportedStatus[]): Outcome[] {
  let status: BuildStatus = "QUEUED";
  return order.map((reported): Outcome => {
    const hasEnded = status === "COMPLETED" || status === "FAILED";
    if (hasEnded && reported !== "IN_PROGRESS" && reported !== status) return { verdict: "refused", status };
    if (hasEnded || reported === status) return { verdict: "ignored", status };
    status = reported;
    return { verdict: "applied", status };
  });
}

function expectOutcome(response: HttpResponse, buildId: string, outcome: Outcome | undefined): void {
  if (outcome?.verdict === "refused") {
    expectProblem(response, 409, "BUILD_ALREADY_FINISHED");
  } else {
    const applied = outcome?.verdict === "applied";
    expect(expectView(response, 200, ReportReceipt)).toEqual({ buildId, status: outcome?.status, applied });
  }
}

/** Every order of the elements; equal ones do not count as different. */
function permutations<T>(elements: readonly T[]): T[][] {
  if (elements.length === 0) return [[]];
  return [...new Set(elements)].flatMap((first) => {
    const at = elements.indexOf(first);
    return permutations(elements.toSpliced(at, 1)).map((rest) => [first, ...rest]);
  });
}
