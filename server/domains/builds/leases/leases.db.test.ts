import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { auditLog, builds, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import {
  type Context,
  createContext,
  database,
  systemContext,
  type TenantContext,
} from "@/server/core/context.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { cancelBuild, failBuild } from "../end.ts";
import { reportBuild } from "../report.ts";
import { retryAnyBuild, retryBuild } from "../retry.ts";
import { getBuild, getBuildPage } from "../service.ts";
import { claimBuild } from "./claim-build.ts";
import { extendLease } from "./extend-lease.ts";
import { checkLeases } from "./lease-monitor.ts";
import { releaseBuild } from "./release-build.ts";

setUpPlatform();

const LEASE_MS = 60_000;
const WORKER = "linux-1";
const worker = () => createContext({ kind: "worker", workerId: null });
const later = (ctx: Context, ms: number): Context => ({ ...ctx, now: () => new Date(Date.now() + ms) });

// Every test begins with an empty queue.
beforeEach(async () => {
  await database()
    .systemDb.orm.update(builds)
    .set({ status: "FAILED", finishedAt: new Date() })
    .where(eq(builds.status, "QUEUED"));
});

/** A build that the worker has claimed and, unless told otherwise, begun. */
async function claimedBuild(options: { isBegun?: boolean } = {}) {
  const ctx = await signInMember();
  const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id, platforms: ["ANDROID"] });
  const { id } = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
  const job = await claimBuild(worker(), { workerId: WORKER, platforms: ["ANDROID"] });
  expect(job?.buildId).toBe(id);
  if (options.isBegun !== false) await report(id, "IN_PROGRESS");
  return { ctx, id, appId: app.id, tenantId: ctx.tenant.id };
}

const report = (buildId: string, status: "IN_PROGRESS" | "COMPLETED" | "FAILED") =>
  reportBuild(worker(), { buildId, status, workerId: WORKER });

const retriesOf = (id: string) => database().systemDb.orm.select().from(builds).where(eq(builds.retryOf, id));

const actionsOn = async (id: string) => {
  const rows = await database()
    .systemDb.orm.select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, "build"), eq(auditLog.subjectId, id)))
    .orderBy(asc(auditLog.id));
  return rows.map((row) => row.action);
};

const refusal = (code: string) => expect.objectContaining({ code });

describe("extendLease", () => {
  it("extends the lease of the worker that has the build", async () => {
    const { id } = await claimedBuild();
    const answer = await extendLease(later(worker(), 30_000), id, { workerId: WORKER });
    expect(answer.cancelled).toBe(false);
    expect(Date.parse(answer.leaseUntil)).toBeGreaterThan(Date.now() + LEASE_MS + 25_000);
  });

  it("clears the stalled state at once", async () => {
    const { ctx, id, appId, tenantId } = await claimedBuild();
    expect(await getBuildPage(ctx, id)).toMatchObject({ stalled: false, failsAt: null });
    await database().systemDb
      .sql`update builds set lease_until = now() - interval '1 second' where id = ${id}`;
    const { leaseUntil, failsAt } = await getBuildPage(ctx, id);
    expect(Date.parse(failsAt ?? "")).toBe(Date.parse(leaseUntil ?? "") + LEASE_MS);
    const seen = new AbortController();
    const changes = buildChanges.watch((change) => change.appId === appId, seen.signal);
    await changes.next();
    await extendLease(worker(), id, { workerId: WORKER });
    expect((await changes.next()).value).toEqual({ tenantId, appId, buildId: id });
    seen.abort();
  });

  it("refuses another worker, and an unclaimed, ended or unknown build", async () => {
    const { ctx, id } = await claimedBuild();
    await expect(extendLease(worker(), id, { workerId: "linux-2" })).rejects.toEqual(
      refusal("INVALID_TRANSITION"),
    );
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    const unclaimed = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
    await report(unclaimed.id, "IN_PROGRESS");
    await expect(extendLease(worker(), unclaimed.id, { workerId: WORKER })).rejects.toEqual(
      refusal("INVALID_TRANSITION"),
    );
    await report(id, "COMPLETED");
    await expect(extendLease(worker(), id, { workerId: WORKER })).rejects.toEqual(
      refusal("INVALID_TRANSITION"),
    );
    const nothing = "01900000-0000-7000-8000-0000000000ff";
    await expect(extendLease(worker(), nothing, { workerId: WORKER })).rejects.toEqual(refusal("NOT_FOUND"));
  });
});

describe("cancelBuild", () => {
  it.each([true, false])("ends the build at once and tells its worker (begun: %s)", async (isBegun) => {
    const { ctx, id } = await claimedBuild({ isBegun });
    await cancelBuild(ctx, id);
    expect(await getBuild(ctx, id)).toMatchObject({
      status: "FAILED",
      errorLog: "cancelled",
      stalled: false,
    });
    expect(await extendLease(worker(), id, { workerId: WORKER })).toMatchObject({ cancelled: true });
    await expect(report(id, "FAILED")).resolves.toMatchObject({ applied: false });
    await expect(report(id, "COMPLETED")).rejects.toEqual(refusal("BUILD_ALREADY_FINISHED"));
    expect((await actionsOn(id)).filter((action) => action === "build.cancel")).toHaveLength(1);
  });

  it("cancels a queued build once, so that no worker claims it", async () => {
    const ctx = await signInMember();
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    const { id } = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
    await cancelBuild(ctx, id);
    await expect(cancelBuild(ctx, id)).rejects.toEqual(refusal("INVALID_TRANSITION"));
    expect(await claimBuild(worker(), { workerId: WORKER, platforms: ["ANDROID"] })).toBeNull();
  });

  it("names the user on the build's page, for a cancellation only", async () => {
    const { ctx, id } = await claimedBuild();
    await cancelBuild(ctx, id);
    expect(await getBuildPage(ctx, id)).toMatchObject({
      endReason: "CANCELLED",
      cancelledBy: ctx.actor.name,
    });
    const other = await claimedBuild();
    await report(other.id, "FAILED");
    expect(await getBuildPage(other.ctx, other.id)).toMatchObject({ endReason: null, cancelledBy: null });
  });

  it("keeps the earlier error log", async () => {
    const { ctx, id } = await claimedBuild();
    await reportBuild(worker(), { buildId: id, status: "IN_PROGRESS", errorLog: "warning: slow\n" });
    await cancelBuild(ctx, id);
    expect((await getBuild(ctx, id)).errorLog).toBe("warning: slow\ncancelled");
  });

  it("refuses a viewer, and is not found for another tenant", async () => {
    const { id } = await claimedBuild();
    await expect(cancelBuild(await signInMember(), id)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(cancelBuild(await signInMember("VIEWER"), id)).rejects.toEqual(refusal("PERMISSION_DENIED"));
  });
});

describe("retryBuild", () => {
  it("queues a failed build once more, linked to it", async () => {
    const { ctx, id } = await claimedBuild();
    await report(id, "FAILED");
    const retry = await retryBuild(ctx, id);
    expect(retry).toMatchObject({ status: "QUEUED", retryOf: id, number: 2, workerId: null });
    expect(await actionsOn(retry.id)).toEqual(["build.retry"]);
    await expect(retryBuild(ctx, id)).rejects.toEqual(refusal("INVALID_TRANSITION"));
    await cancelBuild(ctx, retry.id);
    await expect(retryBuild(ctx, id)).resolves.toMatchObject({ number: 3, retryOf: id });
  });

  it("queues one retry for many concurrent requests", async () => {
    const { ctx, id } = await claimedBuild();
    await report(id, "FAILED");
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => retryBuild(ctx, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await retriesOf(id)).toHaveLength(1);
  });

  it("refuses a build that has not failed, a viewer and another tenant", async () => {
    const { ctx, id } = await claimedBuild();
    await expect(retryBuild(ctx, id)).rejects.toEqual(refusal("INVALID_TRANSITION"));
    await report(id, "COMPLETED");
    await expect(retryBuild(ctx, id)).rejects.toEqual(refusal("INVALID_TRANSITION"));
    await expect(retryBuild(await signInMember(), id)).rejects.toEqual(refusal("NOT_FOUND"));
    await expect(retryBuild(await signInMember("VIEWER"), id)).rejects.toEqual(refusal("PERMISSION_DENIED"));
  });
});

describe("by hand", () => {
  it("a Super Admin ends a build with a reason and queues it again", async () => {
    const { ctx, id } = await claimedBuild();
    const admin = await signInAdmin();
    await failBuild(admin, { buildId: id, reason: "the machine burns" });
    expect(await getBuild(ctx, id)).toMatchObject({
      status: "FAILED",
      errorLog: "ended by a Super Admin: the machine burns",
    });
    await expect(extendLease(worker(), id, { workerId: WORKER })).rejects.toEqual(
      refusal("INVALID_TRANSITION"),
    );
    expect(await retryAnyBuild(admin, id)).toMatchObject({ retryOf: id, status: "QUEUED" });
  });

  it("refuses everyone else", async () => {
    const { ctx, id } = await claimedBuild();
    await expect(failBuild(ctx, { buildId: id, reason: "mine" })).rejects.toEqual(
      refusal("PERMISSION_DENIED"),
    );
    await expect(retryAnyBuild(ctx, id)).rejects.toEqual(refusal("PERMISSION_DENIED"));
  });
});

describe("an expired lease", () => {
  const check = (afterMs: number, mayExpire = true) =>
    checkLeases(later(systemContext("dispatch"), afterMs), { stalledSince: new Date(0), mayExpire });
  const stored = async (id: string) =>
    (await database().systemDb.orm.select().from(builds).where(eq(builds.id, id)))[0];

  it("fails the build a lease duration later and queues one retry", async () => {
    const { id } = await claimedBuild();
    await check(LEASE_MS * 1.5);
    expect((await stored(id))?.status).toBe("IN_PROGRESS");
    await Promise.all(Array.from({ length: 6 }, () => check(LEASE_MS * 2.1)));
    await check(LEASE_MS * 2.1);
    expect(await stored(id)).toMatchObject({
      status: "FAILED",
      endReason: "WORKER_LOST",
      errorLog: "lost contact with worker linux-1",
    });
    const retries = await retriesOf(id);
    expect(retries).toMatchObject([{ status: "QUEUED", createdBy: null, workerId: null }]);
    expect((await actionsOn(id)).filter((action) => action === "build.abandon")).toHaveLength(1);
    expect(await actionsOn(retries[0]?.id ?? "")).toEqual(["build.retry"]);
  });

  it("fails a build that was claimed and never reported", async () => {
    const { id } = await claimedBuild({ isBegun: false });
    await check(LEASE_MS * 2.1);
    expect(await stored(id)).toMatchObject({ status: "FAILED", endReason: "WORKER_LOST" });
    expect(await retriesOf(id)).toHaveLength(1);
  });

  it("fails nothing while heartbeats were lost, nor an unclaimed build", async () => {
    const { ctx, id } = await claimedBuild();
    const app = await createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
    const unclaimed = await createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
    await report(unclaimed.id, "IN_PROGRESS");
    await check(LEASE_MS * 9, false);
    expect((await stored(id))?.status).toBe("IN_PROGRESS");
    await check(LEASE_MS * 9);
    expect((await stored(unclaimed.id))?.status).toBe("IN_PROGRESS");
  });

  it("is not retried a second time by the platform", async () => {
    const { id } = await claimedBuild();
    await check(LEASE_MS * 2.1);
    const [retry] = await retriesOf(id);
    await claimBuild(worker(), { workerId: WORKER, platforms: ["ANDROID"] });
    await check(LEASE_MS * 5);
    expect(await stored(retry?.id ?? "")).toMatchObject({ status: "FAILED", endReason: "WORKER_LOST" });
    expect(await retriesOf(retry?.id ?? "")).toHaveLength(0);
  });
});

it("announces the builds of a worker that went offline, whose leases last longer", async () => {
  const { id, appId, tenantId } = await claimedBuild();
  const offlineAt = Date.now() + WORKER_TIMEOUT_MS;
  await database()
    .systemDb.orm.update(builds)
    .set({ leaseUntil: new Date(offlineAt + LEASE_MS) });
  const seen = new AbortController();
  const changes = buildChanges.watch((change) => change.appId === appId, seen.signal);
  await changes.next();
  const announcedBy = async (afterMs: number, sinceMs: number) =>
    checkLeases(later(systemContext("dispatch"), afterMs), {
      stalledSince: new Date(Date.now() + sinceMs),
      mayExpire: true,
    });
  await announcedBy(WORKER_TIMEOUT_MS + 5_000, WORKER_TIMEOUT_MS - 10_000);
  expect((await changes.next()).value).toEqual({ tenantId, appId, buildId: id });
  seen.abort();
});

describe("releaseBuild", () => {
  const release = (id: string, workerId = WORKER) => releaseBuild(worker(), id, { workerId });

  it("requeues a build without a report", async () => {
    const { ctx, id } = await claimedBuild({ isBegun: false });
    expect(await release(id)).toEqual({ buildId: id, status: "QUEUED", retry: null });
    expect(await getBuild(ctx, id)).toMatchObject({ status: "QUEUED", workerId: null });
    expect((await claimBuild(worker(), { workerId: "linux-9", platforms: ["ANDROID"] }))?.buildId).toBe(id);
  });

  it("fails a running build and queues a retry", async () => {
    const { ctx, id } = await claimedBuild();
    const answer = await release(id);
    const [retry] = await retriesOf(id);
    expect(answer).toEqual({ buildId: id, status: "FAILED", retry: retry?.id });
    expect((await getBuild(ctx, id)).errorLog).toBe("worker linux-1 was stopped before the build finished");
    await expect(release(id)).rejects.toEqual(refusal("INVALID_TRANSITION"));
  });

  it("refuses another worker", async () => {
    const { id } = await claimedBuild();
    await expect(release(id, "linux-2")).rejects.toEqual(refusal("INVALID_TRANSITION"));
  });
});

describe("tenants of the tenant pool", () => {
  it("cancel and retry inside their scope", async () => {
    const { ctx, id } = await claimedBuild();
    const scoped: TenantContext = { ...ctx, scope: ctx.tenant.id };
    await cancelBuild(scoped, id);
    await expect(retryBuild(scoped, id)).resolves.toMatchObject({ retryOf: id });
  });
});
