import { beforeAll, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { BuildDetail, BuildView, QueuedBuildView } from "@/server/domains/builds/view.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem, expectView } from "./expect-response.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { sendReport } from "./send-report.ts";
import { sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";

let account: Account;
let appId: string;
const newBuild = async (source: { gitRef?: string } = {}) =>
  (await createBuild(db(), { tenantId: account.tenantId, appId, ...source })).id;

beforeAll(async () => {
  account = await createAccount();
  appId = (await createApp(db(), { tenantId: account.tenantId })).id;
});

describeBothEntryPoints("POST /api/builds/{buildId}/cancel", (entryPoint) => {
  const cancel = (buildId: string, as: Account | undefined = account) =>
    sendRequest(entryPoint, `POST /api/builds/${buildId}/cancel`, { as });

  it("fails a queued and a running build at once, and answers it as the list does", async () => {
    const running = await newBuild();
    await sendReport(entryPoint, { buildId: running, status: "IN_PROGRESS", workerId: "linux-1" });
    for (const buildId of [await newBuild(), running]) {
      const build = expectView(await cancel(buildId), 200, BuildView);
      expect(build).toMatchObject({
        id: buildId,
        status: "FAILED",
        errorLog: "cancelled",
        failure: { summary: "cancelled", line: 1 },
      });
      const stored = await sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as: account });
      const { reports: _, inputs: __, ...view } = expectView(stored, 200, BuildDetail);
      expect(view).toEqual(build);
    }
  });

  it("is 409 for a build that has finished, and changes nothing", async () => {
    const buildId = await newBuild();
    const first = expectView(await cancel(buildId), 200, BuildView);
    expectProblem(await cancel(buildId), 409, "INVALID_TRANSITION");
    const stored = await sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as: account });
    expect(expectView(stored, 200, BuildDetail).updatedAt).toBe(first.updatedAt);
  });

  it("is refused to strangers, readers and anonymous callers", async () => {
    const buildId = await newBuild();
    expectProblem(await cancel(buildId, await createAccount()), 404, "NOT_FOUND");
    expectProblem(await cancel(UNKNOWN_ID), 404, "NOT_FOUND");
    expectProblem(await cancel("x"), 404, "NOT_FOUND");
    expectProblem(
      await cancel(buildId, await createToken(account.ctx, ["BUILDS_READ"])),
      403,
      "PERMISSION_DENIED",
    );
    const anonymous = await sendRequest(entryPoint, `POST /api/builds/${buildId}/cancel`);
    expectProblem(anonymous, 401, "UNAUTHENTICATED");
  });
});

describeBothEntryPoints("POST /api/builds/{buildId}/retry", (entryPoint) => {
  const retry = (buildId: string, as: Account | undefined = account, key?: string) =>
    sendRequest(entryPoint, `POST /api/builds/${buildId}/retry`, {
      as,
      headers: { "Idempotency-Key": key ?? null },
    });
  const failedBuild = async () => {
    const buildId = await newBuild({ gitRef: "release" });
    await sendReport(entryPoint, {
      buildId,
      status: "FAILED",
      errorLog: "error: no space",
      workerId: "linux-1",
    });
    return buildId;
  };

  it("queues a build of the same source with its Location", async () => {
    const buildId = await failedBuild();
    const response = await retry(buildId);
    const build = expectView(response, 201, QueuedBuildView);
    expect(build).toMatchObject({ appId, status: "QUEUED", retryOf: buildId, gitRef: "release" });
    expect(response.headers.get("location")).toBe(`/api/builds/${build.id}`);
  });

  it("queues one build for a repeated Idempotency-Key, and answers 409 without one", async () => {
    const buildId = await failedBuild();
    const first = expectView(await retry(buildId, account, "retry-1"), 201, QueuedBuildView);
    expect(expectView(await retry(buildId, account, "retry-1"), 201, QueuedBuildView)).toEqual(first);
    expectProblem(await retry(buildId), 409, "INVALID_TRANSITION");
  });

  it("is 409 for a build that has not failed", async () => {
    expectProblem(await retry(await newBuild()), 409, "INVALID_TRANSITION");
  });

  it("is refused to strangers, readers and anonymous callers", async () => {
    const buildId = await failedBuild();
    expectProblem(await retry(buildId, await createAccount()), 404, "NOT_FOUND");
    expectProblem(await retry(UNKNOWN_ID), 404, "NOT_FOUND");
    expectProblem(
      await retry(buildId, await createToken(account.ctx, ["BUILDS_READ"])),
      403,
      "PERMISSION_DENIED",
    );
    const anonymous = await sendRequest(entryPoint, `POST /api/builds/${buildId}/retry`);
    expectProblem(anonymous, 401, "UNAUTHENTICATED");
  });
});
