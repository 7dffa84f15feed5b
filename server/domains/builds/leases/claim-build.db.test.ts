import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp, createBuild, createUser } from "@/db/factories.ts";
import { auditLog, builds, buildTurns, tenants } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, type TenantContext } from "@/server/core/context.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { reportBuild } from "../report.ts";
import { getBuild } from "../service.ts";
import { claimBuild } from "./claim-build.ts";

setUpPlatform();

const worker = () => createContext({ kind: "worker", workerId: null });
const claim = (workerId = "linux-1", platforms: Platform[] = ["ANDROID", "IOS"], claimId?: string) =>
  claimBuild(worker(), { workerId, platforms, claimId });

/** Queues builds of a tenant, the first given the oldest; returns their ids. */
async function queueBuilds(ctx: TenantContext, platforms: Platform[]): Promise<string[]> {
  const { orm } = database().systemDb;
  const app = await createApp(orm, { tenantId: ctx.tenant.id });
  const ids: string[] = [];
  for (const [index, platform] of platforms.entries()) {
    const createdAt = new Date(Date.now() - 1_000_000 + index);
    ids.push((await createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id, platform, createdAt })).id);
  }
  return ids;
}

// Every test begins with an empty queue.
beforeEach(async () => {
  await database()
    .systemDb.orm.update(builds)
    .set({ status: "FAILED", finishedAt: new Date() })
    .where(eq(builds.status, "QUEUED"));
});

describe("claimBuild", () => {
  it("claims the oldest build, which stays queued, and audits it", async () => {
    const ctx = await signInMember();
    const [oldest = ""] = await queueBuilds(ctx, ["ANDROID", "ANDROID"]);
    const job = await claim("linux-7");
    expect(job).toMatchObject({ buildId: oldest, platform: "ANDROID", version: "1.0.0", gitRef: null });
    expect(Date.parse(job?.leaseUntil ?? "")).toBeGreaterThan(Date.now() + 50_000);
    expect(await getBuild(ctx, oldest)).toMatchObject({
      status: "QUEUED",
      workerId: "linux-7",
      stalled: false,
    });
    const audit = await database().systemDb.orm.select().from(auditLog).where(eq(auditLog.subjectId, oldest));
    expect(audit).toMatchObject([{ action: "build.claim", actorKind: "worker", actorId: "linux-7" }]);
  });

  it("returns null when no build is queued for the worker's platforms", async () => {
    await queueBuilds(await signInMember(), ["IOS"]);
    expect(await claim("linux-1", ["ANDROID"])).toBeNull();
    expect(await claim("mac-1", ["IOS"])).not.toBeNull();
    expect(await claim("mac-1", ["IOS"])).toBeNull();
  });

  it("skips builds that were reported without a claim, and those of suspended tenants", async () => {
    const [ctx, suspended] = [await signInMember(), await signInMember()];
    const [taken = ""] = await queueBuilds(ctx, ["ANDROID"]);
    await queueBuilds(suspended, ["ANDROID"]);
    await reportBuild(worker(), { buildId: taken, status: "IN_PROGRESS", workerId: "elsewhere" });
    await database()
      .systemDb.orm.update(tenants)
      .set({ suspendedAt: new Date() })
      .where(eq(tenants.id, suspended.tenant.id));
    expect(await claim()).toBeNull();
  });

  it("gives each build to one of ten concurrent workers", async () => {
    const ids = await queueBuilds(await signInMember(), Array(60).fill("ANDROID"));
    const claimAll = async (workerId: string) => {
      const claimed: string[] = [];
      for (let job = await claim(workerId); job; job = await claim(workerId)) claimed.push(job.buildId);
      return claimed;
    };
    const claimed = (
      await Promise.all(Array.from({ length: 10 }, (_, index) => claimAll(`linux-${index}`)))
    ).flat();
    expect(claimed.toSorted()).toEqual(ids.toSorted());
  });

  it("is idempotent by claim id", async () => {
    await queueBuilds(await signInMember(), ["ANDROID", "ANDROID"]);
    const claimId = randomUUID();
    const first = await claim("linux-1", ["ANDROID"], claimId);
    expect(await claim("linux-1", ["ANDROID"], claimId)).toEqual(first);
    expect((await claim("linux-1", ["ANDROID"], randomUUID()))?.buildId).not.toBe(first?.buildId);
    expect(await claim("linux-1", ["ANDROID"], randomUUID())).toBeNull();
  });
});

describe("turns", () => {
  it("alternate between tenants, however long the queue of one is", async () => {
    const [busy, other] = [await signInMember(), await signInMember()];
    const app = await createApp(database().systemDb.orm, { tenantId: busy.tenant.id });
    const createdAt = new Date(Date.now() - 5_000_000);
    await database()
      .systemDb.orm.insert(builds)
      .values(
        Array.from({ length: 1_000 }, (_, index) => ({
          id: randomUUID(),
          tenantId: busy.tenant.id,
          appId: app.id,
          number: index + 1,
          platform: "ANDROID" as const,
          version: "1.0.0",
          createdAt,
        })),
      );
    const theirs = await queueBuilds(other, Array(5).fill("ANDROID"));
    const claimed = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(`linux-${index}`)));
    const order = claimed.map((job) => (theirs.includes(job?.buildId ?? "") ? "other" : "busy")).toSorted();
    expect(order.slice(15)).toEqual(Array(5).fill("other"));
    expect(order.slice(0, 15)).toEqual(Array(15).fill("busy"));
  });

  it("are round-robin, oldest build first within each tenant", async () => {
    const [a, b] = [await signInMember(), await signInMember()];
    const [a1, a2, a3] = await queueBuilds(a, ["ANDROID", "IOS", "ANDROID"]);
    const [b1, b2] = await queueBuilds(b, ["IOS", "IOS"]);
    const claimed: (string | undefined)[] = [];
    for (let index = 0; index < 5; index++) claimed.push((await claim())?.buildId);
    expect(claimed).toEqual([a1, b1, a2, b2, a3]);
  });

  it("are counted by platform, so that a tenant's Android builds do not cost it its turn on iOS", async () => {
    const [a, b] = [await signInMember(), await signInMember()];
    const [, a2, a3] = await queueBuilds(a, ["ANDROID", "IOS", "IOS"]);
    const [b1, b2] = await queueBuilds(b, ["IOS", "IOS"]);
    const ios: (string | undefined)[] = [(await claim("mac-1", ["IOS"]))?.buildId];
    await claim("linux-1", ["ANDROID"]);
    for (let index = 0; index < 3; index++) ios.push((await claim("mac-1", ["IOS"]))?.buildId);
    expect(ios).toEqual([a2, b1, a3, b2]);
  });

  it("go by the person who made the tenants, however many and however they are used", async () => {
    const { orm } = database().systemDb;
    const { id: createdBy } = await createUser(orm);
    const many = await Promise.all(Array.from({ length: 6 }, () => signInMember()));
    await orm
      .update(tenants)
      .set({ createdBy })
      .where(
        inArray(
          tenants.id,
          many.map(({ tenant }) => tenant.id),
        ),
      );
    const theirs: string[] = [];
    for (const ctx of many) theirs.push(...(await queueBuilds(ctx, ["ANDROID"])));
    const [other, last] = [await signInMember(), await signInMember()];
    const others = await queueBuilds(other, Array(3).fill("ANDROID"));
    const lasts = await queueBuilds(last, Array(3).fill("ANDROID"));
    const claimed: (string | undefined)[] = [];
    for (let index = 0; index < 12; index += 1) claimed.push((await claim())?.buildId);
    const order = [0, 1, 2].flatMap((index) => [theirs[index], others[index], lasts[index]]);
    expect(claimed).toEqual([...order, ...theirs.slice(3)]);
    // Turns that an older release took have no person.
    await orm.update(buildTurns).set({ person: null });
    const [next] = await queueBuilds(other, ["ANDROID"]);
    const [again] = await queueBuilds(last, ["ANDROID"]);
    expect([(await claim())?.buildId, (await claim())?.buildId]).toEqual([next, again]);
  });
});
