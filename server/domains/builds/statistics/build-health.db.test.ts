import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { HOUR_MS } from "@/shared/time.ts";
import { browseAllBuilds } from "../browse.ts";
import { getBuildHealth } from "./summary.ts";

setUpPlatform();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
const page = { limit: 25, status: [], platform: [], stuck: false, endedLastDay: false };

/** A tenant with an app, and builds of it made as asked. */
async function tenantWithBuilds() {
  const ctx = await signInMember();
  const { orm } = database().systemDb;
  const app = await createApp(orm, { tenantId: ctx.tenant.id });
  return {
    ctx,
    app,
    add: (values: Partial<Parameters<typeof createBuild>[1]>) =>
      createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id, ...values }),
  };
}

describe("getBuildHealth", () => {
  it("counts failures of the last two days, and stuck builds", async () => {
    const admin = await signInAdmin();
    const { add } = await tenantWithBuilds();
    const before = await getBuildHealth(admin);
    await add({ status: "FAILED", finishedAt: hoursAgo(1) });
    await add({ status: "COMPLETED", finishedAt: hoursAgo(23) });
    await add({ status: "FAILED", finishedAt: hoursAgo(25) });
    await add({ status: "COMPLETED", finishedAt: hoursAgo(49) });
    await add({ status: "QUEUED" });
    await add({ status: "IN_PROGRESS", updatedAt: hoursAgo(2) });
    const after = await getBuildHealth(admin);
    expect(after).toEqual({
      lastDay: { finished: before.lastDay.finished + 2, failed: before.lastDay.failed + 1 },
      dayBefore: { finished: before.dayBefore.finished + 1, failed: before.dayBefore.failed + 1 },
      stuck: before.stuck + 1,
      running: before.running + 1,
      queued: before.queued + 1,
    });
  });

  it("refuses members of a tenant", async () => {
    await expect(getBuildHealth(await signInMember("OWNER"))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});

describe("browseAllBuilds", () => {
  it("lists exactly the failures of the last day that the overview counts", async () => {
    const admin = await signInAdmin();
    const { ctx, add } = await tenantWithBuilds();
    const recent = await add({ status: "FAILED", createdAt: hoursAgo(30), finishedAt: hoursAgo(23) });
    await add({ status: "FAILED", createdAt: hoursAgo(26), finishedAt: hoursAgo(25) });
    await add({ status: "COMPLETED", finishedAt: hoursAgo(1) });
    const lastDay = { ...page, limit: 100, status: ["FAILED" as const], endedLastDay: true };
    const own = await browseAllBuilds(admin, { ...lastDay, tenant: ctx.tenant.slug });
    expect(own.builds.map(({ id }) => id)).toEqual([recent.id]);
    const all = await browseAllBuilds(admin, lastDay);
    expect(all.builds).toHaveLength((await getBuildHealth(admin)).lastDay.failed);
  });

  it("filters by tenant and by stuck builds", async () => {
    const admin = await signInAdmin();
    const [one, other] = [await tenantWithBuilds(), await tenantWithBuilds()];
    const silent = await one.add({ status: "IN_PROGRESS", updatedAt: hoursAgo(2) });
    const abandoned = await one.add({ status: "QUEUED", workerId: "linux-1", leaseUntil: hoursAgo(0.1) });
    const lively = await one.add({ status: "IN_PROGRESS", leaseUntil: hoursAgo(-0.1) });
    await one.add({ status: "FAILED", finishedAt: hoursAgo(3), updatedAt: hoursAgo(3) });
    await other.add({ status: "QUEUED", updatedAt: hoursAgo(2) });
    const tenant = one.ctx.tenant.slug;
    const stuck = await browseAllBuilds(admin, { ...page, tenant, stuck: true });
    expect(stuck.builds.map((build) => build.id).sort()).toEqual([silent.id, abandoned.id].sort());
    const all = await browseAllBuilds(admin, { ...page, tenant });
    expect(all.builds).toHaveLength(4);
    expect(all.builds.map((build) => build.id)).toContain(lively.id);
  });
});
