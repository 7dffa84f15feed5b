import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { auditLog, buildFailures, failureNotices } from "@/db/schema/index.ts";
import { NIL_ID, sessionOfActor, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import type { Session } from "@/server/auth/sessions/load-session.ts";
import { database } from "@/server/core/context.ts";
import { createCaller } from "@/server/router.ts";
import { toFailure } from "@/shared/build-log/find-failure.ts";
import { getCluster, listClusters } from "./clusters.ts";
import { addNotice, endNotice, listActiveNotices } from "./notices.ts";
import { getSimilarFailures } from "./similar-failures.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

// Every test begins without failures.
beforeEach(async () => {
  await orm().delete(failureNotices);
  await orm().delete(buildFailures);
});

type Values = Partial<Parameters<typeof createBuild>[1]>;

async function startTenant() {
  const ctx = await signInMember("OWNER");
  const app = await createApp(orm(), { tenantId: ctx.tenant.id });
  const fail = (message: string, hours: number, values: Values = {}) =>
    createBuild(orm(), {
      tenantId: ctx.tenant.id,
      appId: app.id,
      status: "FAILED",
      errorLog: message,
      failure: toFailure(message, 1),
      finishedAt: hoursAgo(hours),
      ...values,
    });
  return { ctx, fail };
}

describe("clusters of failures", () => {
  it("are of all tenants, those that grew most first, with what their builds share", async () => {
    const [one, two] = [await startTenant(), await startTenant()];
    for (const hours of [1, 2, 26, 27, 28]) await one.fail("error: constant", hours);
    const first = await one.fail("error: growing", 5, { platform: "IOS", workerId: "mac-1" });
    await two.fail("error: growing", 3, { platform: "IOS", workerId: "mac-2" });
    const newest = await two.fail("error: growing", 0.5, { platform: "IOS", workerId: "mac-2" });
    await two.fail("error: once", 1);
    await two.fail("error: long ago", 49);
    await two.fail("error: long ago", 50);
    const { clusters, isCapped } = await listClusters(await signInAdmin());
    expect(isCapped).toBe(false);
    expect(clusters.map(({ summary }) => summary)).toEqual(["error: growing", "error: constant"]);
    expect(clusters[0]).toMatchObject({
      buildId: newest.id,
      lastDay: 3,
      dayBefore: 0,
      tenants: 2,
      platforms: ["IOS"],
      workers: [
        { id: "mac-2", builds: 2 },
        { id: "mac-1", builds: 1 },
      ],
      workerCount: 2,
      notice: null,
    });
    expect(clusters[0]?.hours).toHaveLength(48);
    expect(clusters[0]?.hours.slice(-6)).toEqual([1, 0, 1, 0, 0, 1]);
    const detail = await getCluster(await signInAdmin(), first.id);
    expect(detail).toMatchObject({ summary: "error: growing", cluster: { lastDay: 3 }, notice: null });
    expect(detail.builds.map(({ tenant }) => tenant.slug)).toEqual([
      two.ctx.tenant.slug,
      two.ctx.tenant.slug,
      one.ctx.tenant.slug,
    ]);
  });

  it("show builds of any time for a reason without recent failures, and none for a build without a reason", async () => {
    const { fail } = await startTenant();
    const admin = await signInAdmin();
    const old = await fail("error: old", 900);
    expect(await getCluster(admin, old.id)).toMatchObject({ cluster: null, builds: [{ id: old.id }] });
    const silent = await fail("nothing", 1, { failure: null });
    for (const id of [silent.id, NIL_ID]) {
      await expect(getCluster(admin, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });
});

describe("a notice on failures", () => {
  it("is shown by builds of every tenant that failed like it, until it is ended, and audited", async () => {
    const [one, two] = [await startTenant(), await startTenant()];
    const admin = await signInAdmin();
    const failed = await one.fail("error: notary away", 1);
    const theirs = await two.fail("error: notary away", 20);
    const older = await two.fail("error: notary away", 30);
    const other = await two.fail("error: own fault", 1);
    const text = "Apple's notary service is down";
    const { id } = await addNotice(admin, { buildId: failed.id, text });
    expect(await getSimilarFailures(one.ctx, failed.id)).toMatchObject({ notice: { id, text } });
    const later = await two.fail("error: notary away", 0);
    for (const [build, notice] of [
      [theirs, { id, text }],
      [later, { id, text }],
      [older, null],
      [other, null],
    ] as const) {
      expect(await getSimilarFailures(two.ctx, build.id)).toMatchObject({ notice });
    }
    expect(await listActiveNotices(admin)).toMatchObject([
      { id, text, buildId: failed.id, summary: "error: notary away", createdBy: admin.actor.name, builds: 3 },
    ]);
    expect(await getCluster(admin, later.id)).toMatchObject({
      notice: { id },
      cluster: { notice: { text } },
    });

    await expect(addNotice(admin, { buildId: theirs.id, text })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await endNotice(admin, id);
    expect(await getSimilarFailures(two.ctx, later.id)).toMatchObject({ notice: null });
    expect(await listActiveNotices(admin)).toEqual([]);
    await expect(endNotice(admin, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    const entries = await orm().select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries.map(({ action, actorId, tenantId }) => ({ action, actorId, tenantId }))).toEqual([
      { action: "failure_notice.create", actorId: admin.actor.userId, tenantId: null },
      { action: "failure_notice.end", actorId: admin.actor.userId, tenantId: null },
    ]);
    await addNotice(admin, { buildId: theirs.id, text: "Again" });
  });

  it("needs a failed build with a reason", async () => {
    const { fail } = await startTenant();
    const admin = await signInAdmin();
    const cancelled = await fail("cancelled", 1, { endReason: "CANCELLED" });
    await expect(addNotice(admin, { buildId: cancelled.id, text: "x" })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await expect(addNotice(admin, { buildId: NIL_ID, text: "x" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(endNotice(admin, NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it("refuses members of every role, and requests without a session", async () => {
  const { ctx, fail } = await startTenant();
  const { id: buildId } = await fail("error: mine", 1);
  const callsOf = (session: Session | null) => {
    const { adminFailures } = createCaller({ session, requestId: "test" });
    return [
      () => adminFailures.similar({ buildId }),
      () => adminFailures.clusters(),
      () => adminFailures.cluster({ buildId }),
      () => adminFailures.notices(),
      () => adminFailures.addNotice({ buildId, text: "mine" }),
      () => adminFailures.endNotice({ noticeId: NIL_ID }),
    ];
  };
  for (const call of callsOf(sessionOfActor(ctx.actor)))
    await expect(call()).rejects.toMatchObject({ code: "FORBIDDEN" });
  for (const call of callsOf(null)) await expect(call()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  const refused = { code: "PERMISSION_DENIED" };
  await expect(listClusters(ctx)).rejects.toMatchObject(refused);
  await expect(getCluster(ctx, buildId)).rejects.toMatchObject(refused);
  await expect(listActiveNotices(ctx)).rejects.toMatchObject(refused);
  await expect(addNotice(ctx, { buildId, text: "mine" })).rejects.toMatchObject(refused);
  await expect(endNotice(ctx, NIL_ID)).rejects.toMatchObject(refused);
  expect(await orm().select().from(failureNotices)).toEqual([]);
});
