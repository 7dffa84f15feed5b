import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { BuildDetail } from "@/server/domains/builds/view.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, db } from "./fixtures.ts";
import { sendReport } from "./send-report.ts";
import { sendRequest } from "./send-request.ts";

describeBothEntryPoints("GET /api/builds/{buildId}", (entryPoint) => {
  const get = (as: Account, buildId: string, headers: Record<string, string> = {}) =>
    sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as, headers });

  async function createBuildOf(account: Account, errorLog?: string) {
    const app = await createApp(db(), { tenantId: account.tenantId });
    const values = { tenantId: account.tenantId, appId: app.id, ...(errorLog && { errorLog }) };
    return createBuild(db(), values);
  }

  describe("200", () => {
    it("has the whole error log and the history, oldest first", async () => {
      const account = await createAccount({ permissions: ["BUILDS_READ"] });
      const errorLog = `${"é".repeat(5_000)}\nthe end`;
      const { id: buildId, appId } = await createBuildOf(account, errorLog);
      for (const status of ["IN_PROGRESS", "FAILED", "COMPLETED", "IN_PROGRESS"]) {
        await sendReport(entryPoint, { buildId, status, workerId: `says ${status}` });
      }
      const response = await get(account, buildId.toUpperCase());
      const build = expectView(response, 200, BuildDetail);
      expect(build).toMatchObject({
        id: buildId,
        appId,
        status: "FAILED",
        errorLog,
        errorLogTruncated: false,
      });
      expect(build.reports.map(({ status, workerId, applied }) => [status, workerId, applied])).toEqual([
        ["IN_PROGRESS", "says IN_PROGRESS", true],
        ["FAILED", "says FAILED", true],
        ["COMPLETED", "says COMPLETED", false],
        ["IN_PROGRESS", "says IN_PROGRESS", false],
      ]);
      const times = build.reports.map(({ receivedAt }) => receivedAt);
      expect(times).toEqual([...times].sort());
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
    });

    it("has no history and no error log before the first report", async () => {
      const account = await createAccount();
      const { id } = await createBuildOf(account);
      expect(expectView(await get(account, id), 200, BuildDetail)).toMatchObject({
        status: "QUEUED",
        errorLog: null,
        startedAt: null,
        finishedAt: null,
        reports: [],
      });
    });
  });

  it("304 until a change, including a report that is not applied", async () => {
    const account = await createAccount();
    const { id: buildId } = await createBuildOf(account);
    await sendReport(entryPoint, { buildId, status: "COMPLETED" });
    const tag = (await get(account, buildId)).headers.get("etag") ?? "";
    expect(tag).toMatch(/^W\/"[^"]+"$/);
    expect(await get(account, buildId, { "If-None-Match": tag })).toMatchObject({ status: 304, text: "" });
    await sendReport(entryPoint, { buildId, status: "COMPLETED" });
    expectView(await get(account, buildId, { "If-None-Match": tag }), 200, BuildDetail);
  });

  it("403 without the permission", async () => {
    const account = await createAccount({ permissions: ["MARKETPLACE_PUBLISH", "BUILDS_CREATE"] });
    const { id } = await createBuildOf(account);
    expectProblem(await get(account, id), 403, "PERMISSION_DENIED");
  });

  it("404 for another tenant's, an unknown and an invalid build id", async () => {
    const [account, other] = [await createAccount(), await createAccount()];
    const { id: theirs } = await createBuildOf(other);
    for (const id of [theirs, "01900000-0000-7000-8000-0000000000ff", "no-uuid", "webhook"]) {
      expectProblem(await get(account, id), 404, "NOT_FOUND");
    }
  });
});
