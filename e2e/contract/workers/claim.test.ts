import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { BuildJob, LeaseView, ReleaseReceipt } from "@/server/domains/builds/leases/view.ts";
import { BuildDetail } from "@/server/domains/builds/view.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { describeBothEntryPoints, type EntryPoint } from "../entry-points.ts";
import { BUILD_SECRETS } from "../environment.ts";
import { expectProblem, expectView } from "../expect-response.ts";
import { createAccount, db } from "../fixtures.ts";
import { sendReport } from "../send-report.ts";
import { sendRequest } from "../send-request.ts";
import { expectSecretRequired, sendAsWorker, UNKNOWN_ID } from "./send-as-worker.ts";

const CLAIM = "POST /api/builds/claim";

/** The build whose turn is next: its tenant never had a turn, and none waits longer, however many were left behind. */
async function queueFirst(platform: Platform = "ANDROID") {
  const account = await createAccount();
  const app = await createApp(db(), { tenantId: account.tenantId });
  const build = await createBuild(db(), {
    tenantId: account.tenantId,
    appId: app.id,
    platform,
    version: "3.1.4",
    gitRef: "main",
    createdAt: new Date(Date.UTC(2000, 0, 1) - (Date.now() % 1e10)),
  });
  return { account, buildId: build.id, appId: app.id };
}

const claim = (entryPoint: EntryPoint, json: object) => sendAsWorker(entryPoint, CLAIM, { json });

async function claimed(entryPoint: EntryPoint, workerId = "contract-1") {
  const queued = await queueFirst();
  const job = expectView(await claim(entryPoint, { workerId }), 200, BuildJob);
  expect(job.buildId).toBe(queued.buildId);
  return { ...queued, workerId, job };
}

describeBothEntryPoints(CLAIM, (entryPoint) => {
  it("returns the next build as a job, which stays queued with its worker", async () => {
    const { account, buildId, appId, job } = await claimed(entryPoint);
    expect(job).toEqual({
      buildId,
      appId,
      platform: "ANDROID",
      version: "3.1.4",
      gitRef: "main",
      leaseUntil: expect.any(String),
      variables: [],
      inputs: [],
    });
    expect(Date.parse(job.leaseUntil) - Date.now()).toBeGreaterThan(50_000);
    const build = expectView(
      await sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as: account }),
      200,
      BuildDetail,
    );
    expect(build).toMatchObject({ status: "QUEUED", workerId: "contract-1", stalled: false });
  });

  it("filters by platform; null and an empty list mean all", async () => {
    const ios = await queueFirst("IOS");
    const android = await queueFirst("ANDROID");
    const response = await claim(entryPoint, { workerId: "contract-1", platforms: ["ANDROID"] });
    expect(expectView(response, 200, BuildJob).buildId).toBe(android.buildId);
    const all = await claim(entryPoint, { workerId: "contract-1", platforms: null, unknown: 1 });
    expect(expectView(all, 200, BuildJob).buildId).toBe(ios.buildId);
    const { buildId } = await queueFirst("IOS");
    const none = await claim(entryPoint, { workerId: "contract-1", platforms: [] });
    expect(expectView(none, 200, BuildJob).buildId).toBe(buildId);
  });

  it("returns the same build for a repeated claim", async () => {
    const first = await queueFirst();
    const json = { workerId: "contract-1", claimId: crypto.randomUUID() };
    const jobs = [await claim(entryPoint, json), await claim(entryPoint, json)].map((response) =>
      expectView(response, 200, BuildJob),
    );
    expect(jobs.map(({ buildId }) => buildId)).toEqual([first.buildId, first.buildId]);
  });

  it.each([
    [{}, ["workerId"]],
    [{ workerId: "" }, ["workerId"]],
    [{ workerId: "w".repeat(129) }, ["workerId"]],
    [{ workerId: "a\nb", platforms: ["WINDOWS"] }, ["platforms.0", "workerId"]],
    [{ workerId: "w", platforms: "IOS", claimId: "x" }, ["claimId", "platforms"]],
  ])("refuses %j and names every field", async (json, paths) => {
    expectProblem(await claim(entryPoint, json), 400, "VALIDATION_FAILED", paths);
  });

  it("accepts configured secrets only", async () => {
    for (const secret of [...BUILD_SECRETS.BUILD_SERVER_SECRET, ...BUILD_SECRETS.MAC_BUILDER_SECRET]) {
      await queueFirst();
      const response = await sendAsWorker(entryPoint, CLAIM, { json: { workerId: "contract-1" }, secret });
      expect(response.status).toBe(200);
    }
    await expectSecretRequired(entryPoint, CLAIM, { json: { workerId: "contract-1" } });
    const { account } = await queueFirst();
    const withToken = await sendRequest(entryPoint, CLAIM, { as: account, json: { workerId: "contract-1" } });
    expectProblem(withToken, 401, "UNAUTHENTICATED");
  });
});

describeBothEntryPoints("POST /api/builds/{buildId}/heartbeat", (entryPoint) => {
  const beat = (buildId: string, json: object) =>
    sendAsWorker(entryPoint, `POST /api/builds/${buildId}/heartbeat`, { json });

  it("extends the lease, in either case of the id", async () => {
    const { buildId, workerId, job } = await claimed(entryPoint);
    const lease = expectView(await beat(buildId.toUpperCase(), { workerId }), 200, LeaseView);
    expect(lease.cancelled).toBe(false);
    expect(Date.parse(lease.leaseUntil)).toBeGreaterThanOrEqual(Date.parse(job.leaseUntil));
  });

  it("is 409 for another worker, a finished and an unclaimed build", async () => {
    const { buildId, workerId } = await claimed(entryPoint);
    expectProblem(await beat(buildId, { workerId: "another" }), 409, "INVALID_TRANSITION");
    await sendReport(entryPoint, { buildId, status: "COMPLETED", workerId });
    expectProblem(await beat(buildId, { workerId }), 409, "INVALID_TRANSITION");
    const unclaimed = await queueFirst();
    expectProblem(await beat(unclaimed.buildId, { workerId }), 409, "INVALID_TRANSITION");
  });

  it("is 404 for an unknown build, 400 without a worker and 401 without the secret", async () => {
    for (const id of [UNKNOWN_ID, "x"]) {
      expectProblem(await beat(id, { workerId: "w" }), 404, "NOT_FOUND");
    }
    expectProblem(await beat(UNKNOWN_ID, { workerId: 7 }), 400, "VALIDATION_FAILED", ["workerId"]);
    const request = `POST /api/builds/${UNKNOWN_ID}/heartbeat`;
    await expectSecretRequired(entryPoint, request, { json: { workerId: "w" } });
  });
});

describeBothEntryPoints("POST /api/builds/{buildId}/release", (entryPoint) => {
  const release = (buildId: string, json: object) =>
    sendAsWorker(entryPoint, `POST /api/builds/${buildId}/release`, { json });

  it("requeues a build that was not started", async () => {
    const { account, buildId, workerId } = await claimed(entryPoint);
    const receipt = expectView(await release(buildId, { workerId }), 200, ReleaseReceipt);
    expect(receipt).toEqual({ buildId, status: "QUEUED", retry: null });
    const build = expectView(
      await sendRequest(entryPoint, `GET /api/builds/${buildId}`, { as: account }),
      200,
      BuildDetail,
    );
    expect(build).toMatchObject({ status: "QUEUED", workerId: null });
  });

  it("fails a running build, and queues a linked retry", async () => {
    const { account, buildId, workerId } = await claimed(entryPoint);
    await sendReport(entryPoint, { buildId, status: "IN_PROGRESS", workerId });
    const receipt = expectView(await release(buildId, { workerId }), 200, ReleaseReceipt);
    expect(receipt).toMatchObject({ buildId, status: "FAILED", retry: expect.any(String) });
    const retry = await sendRequest(entryPoint, `GET /api/builds/${receipt.retry}`, { as: account });
    expect(expectView(retry, 200, BuildDetail)).toMatchObject({ status: "QUEUED", retryOf: buildId });
    expectProblem(await release(buildId, { workerId }), 409, "INVALID_TRANSITION");
  });

  describe("refuses", () => {
    it("another worker with 409, an unknown build with 404, no worker with 400, no secret with 401", async () => {
      const { buildId, workerId } = await claimed(entryPoint);
      expectProblem(await release(buildId, { workerId: "another" }), 409, "INVALID_TRANSITION");
      expectProblem(await release(UNKNOWN_ID, { workerId }), 404, "NOT_FOUND");
      expectProblem(await release(buildId, {}), 400, "VALIDATION_FAILED", ["workerId"]);
      await expectSecretRequired(entryPoint, `POST /api/builds/${buildId}/release`, { json: { workerId } });
    });
  });
});
