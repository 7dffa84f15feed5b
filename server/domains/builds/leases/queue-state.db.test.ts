import { eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp, createBuild, createUser } from "@/db/factories.ts";
import { builds, buildWorkers, tenants, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { NIL_ID, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, type TenantContext } from "@/server/core/context.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { queueBuild } from "../service.ts";
import { claimBuild } from "./claim-build.ts";
import { getQueueState, MAX_POSITION, withQueueWarnings } from "./queue-state.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;

// Every test begins with an empty queue and without workers.
beforeEach(async () => {
  await orm()
    .update(builds)
    .set({ status: "FAILED", finishedAt: new Date() })
    .where(eq(builds.status, "QUEUED"));
  await orm().delete(buildWorkers);
});

let queued = 0;
/** Queues builds of a tenant, in the order of the calls. */
async function queue(ctx: TenantContext, count: number, platform: Platform = "ANDROID"): Promise<string[]> {
  const app = await createApp(orm(), { tenantId: ctx.tenant.id });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    queued += 1;
    const createdAt = new Date(Date.now() - 3_600_000 + queued * 10);
    const build = await createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id, platform, createdAt });
    ids.push(build.id);
  }
  return ids;
}

const claim = (platform: Platform = "ANDROID") =>
  claimBuild(createContext({ kind: "worker", workerId: null }), { workerId: "w", platforms: [platform] });
const positionOf = async (ctx: TenantContext, buildId: string) =>
  (await getQueueState(ctx, buildId))?.position;

describe("a build that was just queued", () => {
  it("has a warning while no worker for its platform is online that takes builds", async () => {
    const ctx = await signInMember("OWNER");
    const app = await createApp(orm(), { tenantId: ctx.tenant.id });
    const build = await queueBuild(ctx, app.id, { platform: "IOS", version: "1.0.0" });
    const codes = async () => (await withQueueWarnings(ctx, build)).warnings.map(({ code }) => code);
    await claim("ANDROID");
    expect(await codes()).toEqual(["NO_WORKER_ONLINE"]);
    await orm()
      .update(buildWorkers)
      .set({ platforms: ["IOS"] });
    expect(await codes()).toEqual([]);
    await orm().update(buildWorkers).set({ drainingSince: new Date() });
    expect(await codes()).toEqual(["NO_WORKER_ONLINE"]);
  });
});

describe("the position in the queue", () => {
  it("is the number of claims until the build's turn, also while others claim", async () => {
    const [one, two, three] = [await signInMember(), await signInMember(), await signInMember()];
    const owners = new Map<string, TenantContext>();
    for (const [ctx, count] of [
      [one, 4],
      [two, 1],
      [three, 2],
    ] as const) {
      for (const id of await queue(ctx, count)) owners.set(id, ctx);
      await queue(ctx, 2, "IOS");
    }
    while (owners.size > 0) {
      const positions = new Map<string, number>();
      for (const [id, ctx] of owners) positions.set(id, (await positionOf(ctx, id)) ?? 0);
      expect([...positions.values()].sort((a, b) => a - b)).toEqual(
        [...positions.values()].map((_, at) => at + 1),
      );
      const job = await claim();
      expect(positions.get(job?.buildId ?? "")).toBe(1);
      owners.delete(job?.buildId ?? "");
    }
  });

  it("counts the turns of people who made many tenants", async () => {
    const [first, second, third, own] = await Promise.all(Array.from({ length: 4 }, () => signInMember()));
    if (!first || !second || !third || !own) throw new Error("no members");
    const { id: createdBy } = await createUser(orm());
    const { id: maker } = await createUser(orm());
    const make = (by: string, ...made: TenantContext[]) =>
      orm()
        .update(tenants)
        .set({ createdBy: by })
        .where(
          inArray(
            tenants.id,
            made.map(({ tenant }) => tenant.id),
          ),
        );
    await make(createdBy, first, second);
    await make(maker, third, own);
    const owners = new Map<string, TenantContext>();
    for (const [ctx, count] of [
      [first, 3],
      [third, 2],
      [second, 2],
      [own, 4],
    ] as const) {
      for (const id of await queue(ctx, count)) owners.set(id, ctx);
    }
    while (owners.size > 0) {
      const positions = new Map<string, number>();
      for (const [id, ctx] of owners) positions.set(id, (await positionOf(ctx, id)) ?? 0);
      expect([...positions.values()].sort((a, b) => a - b)).toEqual(
        [...positions.values()].map((_, at) => at + 1),
      );
      const job = await claim();
      expect(positions.get(job?.buildId ?? "")).toBe(1);
      owners.delete(job?.buildId ?? "");
    }
  });

  it("is not counted beyond the limit, and null once the build is claimed", async () => {
    const ctx = await signInMember();
    const ids = await queue(ctx, MAX_POSITION + 1);
    expect(await positionOf(ctx, ids[MAX_POSITION - 1] ?? "")).toBe(MAX_POSITION);
    expect(await positionOf(ctx, ids[MAX_POSITION] ?? "")).toBeNull();
    const job = await claim();
    expect(await getQueueState(ctx, job?.buildId ?? "")).toBeNull();
  });
});

describe("the workers of a queued build", () => {
  it("are those that ask for its platform, with the time of the last one", async () => {
    const ctx = await signInMember();
    const [id = ""] = await queue(ctx, 1, "IOS");
    await claim("ANDROID");
    expect((await getQueueState(ctx, id))?.workers).toEqual({ online: 0, lastSeenAt: null });
    const lastSeenAt = new Date(Date.now() - WORKER_TIMEOUT_MS - 1_000);
    const worker = { firstSeenAt: lastSeenAt, platforms: ["IOS" as const] };
    await orm()
      .insert(buildWorkers)
      .values({ ...worker, id: "mac-1", lastSeenAt });
    const offline = { online: 0, lastSeenAt: lastSeenAt.toISOString() };
    expect((await getQueueState(ctx, id))?.workers).toEqual(offline);
    await orm()
      .insert(buildWorkers)
      .values({ ...worker, id: "mac-2", lastSeenAt: new Date() });
    expect((await getQueueState(ctx, id))?.workers.online).toBe(1);
  });
});

it("is for members of the tenant", async () => {
  const ctx = await signInMember("VIEWER");
  const [id = ""] = await queue(ctx, 1);
  expect(await positionOf(ctx, id)).toBe(1);
  const notFound = expect.objectContaining({ code: "NOT_FOUND" });
  await expect(getQueueState(await signInMember(), id)).rejects.toEqual(notFound);
  await expect(getQueueState(ctx, NIL_ID)).rejects.toEqual(notFound);
  const denied = expect.objectContaining({ code: "PERMISSION_DENIED" });
  await expect(getQueueState({ ...ctx, permissions: new Set() }, id)).rejects.toEqual(denied);
});
