import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { auditLog, buildWorkers, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database } from "@/server/core/context.ts";
import { listApps } from "@/server/domains/apps/service.ts";
import { browseAllBuilds } from "../browse.ts";
import { BrowseAllBuilds, ListBuilds } from "../input.ts";
import { claimBuild } from "../leases/claim-build.ts";
import { listBuilds } from "../list.ts";
import { reportBuild } from "../report.ts";
import { getBuildPage } from "../service.ts";
import { summarizeBuilds } from "../statistics/summary.ts";
import { drainWorker, forgetWorker, listWorkers, recordWorkerHeartbeat, resumeWorker } from "./service.ts";

setUpPlatform();

/** Lets a worker's last heartbeat be too long ago. */
const silence = (id: string) =>
  database()
    .systemDb.orm.update(buildWorkers)
    .set({ lastSeenAt: new Date(Date.now() - WORKER_TIMEOUT_MS - 1_000) })
    .where(eq(buildWorkers.id, id));

const worker = () => createContext({ kind: "worker", workerId: null });

describe("listWorkers", () => {
  it("lists platforms, last heartbeat, current builds and success rate", async () => {
    const ctx = await signInMember();
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    const add = () => createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
    for (const status of ["COMPLETED", "COMPLETED", "FAILED"] as const) {
      await reportBuild(worker(), { buildId: (await add()).id, status, workerId: "linux-1" });
    }
    const { id } = await add();
    await claimBuild(worker(), { workerId: "linux-1", platforms: ["ANDROID"] });
    await claimBuild(worker(), { workerId: "mac-1", platforms: ["IOS"] });
    const running = await add();
    await reportBuild(worker(), { buildId: running.id, status: "IN_PROGRESS", workerId: "reporter" });
    const workers = await listWorkers(await signInAdmin());
    const find = (name: string) => workers.find((one) => one.id === name);
    expect(find("linux-1")).toMatchObject({
      platforms: ["ANDROID"],
      current: [{ id, status: "QUEUED", stalled: false, app: { id: app.id } }],
      finished: 3,
      successRate: 2 / 3,
    });
    expect(Date.parse(find("linux-1")?.lastSeenAt ?? "")).toBeGreaterThan(Date.now() - 10_000);
    expect(find("mac-1")).toMatchObject({ platforms: ["IOS"], current: [], finished: 0, successRate: null });
    expect(find("reporter")).toMatchObject({
      platforms: [],
      firstSeenAt: null,
      current: [{ id: running.id }],
    });
  });

  it("shows builds of an offline worker as stalled, on pages and in counts, until it is back", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const tenantId = ctx.tenant.id;
    const { id: appId } = await createApp(database().systemDb.orm, { tenantId });
    const { id: buildId } = await createBuild(database().systemDb.orm, { tenantId, appId });
    const workerId = "offline-1";
    await recordWorkerHeartbeat(worker(), workerId);
    await reportBuild(worker(), { buildId, status: "IN_PROGRESS", workerId });
    const seen = async () => ({
      build: (await getBuildPage(ctx, buildId)).stalled,
      list: (await listBuilds(ctx, appId, ListBuilds.parse({ status: [], platform: [] }))).builds[0]?.stalled,
      apps: (await listApps(ctx))[0]?.newestBuild?.stalled,
      overview: (await summarizeBuilds(ctx)).unfinished[0]?.stalled,
      worker: (await listWorkers(admin)).find(({ id }) => id === workerId)?.current[0]?.stalled,
      stuck: (await browseAllBuilds(admin, BrowseAllBuilds.parse({ stuck: true }))).builds.some(
        ({ id }) => id === buildId,
      ),
    });
    const all = (is: boolean) => ({ build: is, list: is, apps: is, overview: is, worker: is, stuck: is });
    expect(await seen()).toEqual(all(false));
    await silence(workerId);
    expect(await seen()).toEqual(all(true));
    expect(await getBuildPage(ctx, buildId)).toMatchObject({
      failsAt: null,
      workerSeenAt: expect.any(String),
    });
    await recordWorkerHeartbeat(worker(), workerId);
    expect(await seen()).toEqual(all(false));
  });

  it("tells the state and version of each worker", async () => {
    const admin = await signInAdmin();
    const stateOf = async (id: string) => (await listWorkers(admin)).find((one) => one.id === id);
    const claim = { workerId: "state-1", platforms: ["IOS" as const], version: "1.4.0" };
    await claimBuild(worker(), claim);
    expect(await stateOf("state-1")).toMatchObject({ state: "ONLINE", version: "1.4.0" });
    expect((await stateOf("reporter"))?.state).toBe("REPORTS_ONLY");
    const ctx = await signInMember();
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id, platform: "IOS" });
    await claimBuild(worker(), claim);
    expect((await stateOf("state-1"))?.state).toBe("BUSY");
    await silence("state-1");
    expect((await stateOf("state-1"))?.state).toBe("OFFLINE");
  });

  it("is for Super Admins only", async () => {
    await expect(listWorkers(await signInMember())).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("a draining worker", () => {
  const claim = { workerId: "drain-1", platforms: ["ANDROID" as const] };

  it("keeps its build, gets no new one, and claims again once resumed", async () => {
    const admin = await signInAdmin();
    const ctx = await signInMember();
    const { orm } = database().systemDb;
    const app = await createApp(orm, { tenantId: ctx.tenant.id });
    for (let made = 0; made < 2; made += 1)
      await createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id });
    const first = { ...claim, claimId: "0197a1f0-6b1e-4c3d-9a52-1f6d0c7be002" };
    const job = await claimBuild(worker(), first);
    await drainWorker(admin, "drain-1");
    await expect(drainWorker(admin, "drain-1")).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await claimBuild(worker(), first)).toEqual(job);
    expect(await claimBuild(worker(), claim)).toBeNull();
    expect((await listWorkers(admin)).find(({ id }) => id === "drain-1")?.state).toBe("DRAINING");
    await resumeWorker(admin, "drain-1");
    await expect(resumeWorker(admin, "drain-1")).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await claimBuild(worker(), claim)).not.toBeNull();
    const entries = await orm.select().from(auditLog).where(eq(auditLog.subjectId, "drain-1"));
    expect(entries.map(({ action }) => action).sort()).toEqual(["worker.drain", "worker.resume"]);
  });
});

describe("a forgotten worker", () => {
  it("must be offline, is not listed, and is listed again with its next heartbeat", async () => {
    const admin = await signInAdmin();
    const isListed = async () => (await listWorkers(admin)).some(({ id }) => id === "forget-1");
    const claim = () => claimBuild(worker(), { workerId: "forget-1", platforms: ["ANDROID"] });
    await claim();
    await expect(forgetWorker(admin, "forget-1")).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await silence("forget-1");
    await forgetWorker(admin, "forget-1");
    expect(await isListed()).toBe(false);
    await expect(forgetWorker(admin, "forget-1")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await claim();
    expect(await isListed()).toBe(true);
  });
});

it.each([
  ["drained", drainWorker],
  ["resumed", resumeWorker],
  ["forgotten", forgetWorker],
])("is %s by Super Admins only", async (_, change) => {
  const denied = { code: "PERMISSION_DENIED" };
  await expect(change(await signInMember("OWNER"), "linux-1")).rejects.toMatchObject(denied);
  await expect(change(worker(), "linux-1")).rejects.toMatchObject(denied);
  await expect(change(await signInAdmin(), "unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
