import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { buildDurations, buildOutcomes, buildPeriod, builds } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { DAY_MS } from "@/shared/time.ts";
import { browseBuilds } from "../browse.ts";
import { BrowseBuilds } from "../input.ts";
import { reportBuild } from "../report.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { summarizeApp, summarizeBuilds } from "./summary.ts";
import type { BuildFigures } from "./view.ts";

setUpPlatform();

/** What the statistics must say, counted from the builds themselves. */
async function countAll(ctx: TenantContext, since: string): Promise<Map<string, BuildFigures>> {
  const rows = await database().systemDb.orm.select().from(builds).where(eq(builds.tenantId, ctx.tenant.id));
  const ended = rows.filter((row) => row.finishedAt && row.createdAt.toISOString().slice(0, 10) >= since);
  const subjects = new Set(["ALL", ...ended.flatMap(({ platform, appId }) => [platform, appId])]);
  const figuresOf = (subject: string): BuildFigures => {
    const own = ended.filter((row) => [row.platform, row.appId, "ALL"].includes(subject as never));
    const completed = own.filter(({ status }) => status === "COMPLETED");
    const run = completed.flatMap((row) => secondsBetween(row.startedAt, row.finishedAt));
    const queue = own.flatMap((row) => secondsBetween(row.createdAt, row.startedAt));
    return {
      completed: completed.length,
      failed: own.length - completed.length,
      runMedian: percentile(run, 50),
      runP90: percentile(run, 90),
      queueMedian: percentile(queue, 50),
      queueP90: percentile(queue, 90),
    };
  };
  return new Map([...subjects].map((subject) => [subject, figuresOf(subject)]));
}

const secondsBetween = (from: Date | null, to: Date | null): number[] =>
  from && to ? [Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))] : [];

/** The shortest of the times within which at least `share` of a hundred lie. */
function percentile(times: number[], share: number): number | null {
  return times.toSorted((a, b) => a - b)[Math.ceil((share * times.length) / 100) - 1] ?? null;
}

async function expectExact(ctx: TenantContext): Promise<void> {
  const summary = await summarizeBuilds(ctx);
  const expected = await countAll(ctx, summary.since);
  expect(summary.all).toEqual(expected.get("ALL"));
  for (const { platform, ...figures } of summary.platforms) expect(figures).toEqual(expected.get(platform));
  for (const { app, ...figures } of summary.apps) {
    expect(figures).toEqual(expected.get(app.id));
    expect(await summarizeApp(ctx, app.id)).toEqual({ since: summary.since, ...figures });
  }
  expect(summary.platforms.length + summary.apps.length + 1).toBe(expected.size);
  for (const status of ["COMPLETED", "FAILED"] as const) {
    const shown = await browseBuilds(
      ctx,
      BrowseBuilds.parse({ status: [status], since: summary.since, limit: 100 }),
    );
    expect(shown.total).toBe(summary.all[status === "COMPLETED" ? "completed" : "failed"]);
  }
}

/** Builds of two apps over the last days, queued and started at odd moments. */
async function manyBuilds(ctx: TenantContext, count: number): Promise<string[]> {
  const { orm } = database().systemDb;
  const apps = [
    await createApp(orm, { tenantId: ctx.tenant.id }),
    await createApp(orm, { tenantId: ctx.tenant.id }),
  ];
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const app = apps[index % 3 === 0 ? 1 : 0];
    const createdAt = new Date(ctx.now().getTime() - (index % 40) * DAY_MS - index * 777);
    const { id } = await createBuild(orm, {
      tenantId: ctx.tenant.id,
      appId: app?.id ?? "",
      platform: index % 2 ? "IOS" : "ANDROID",
      status: "IN_PROGRESS",
      createdAt,
      startedAt: index % 7 === 0 ? null : new Date(createdAt.getTime() + (index % 13) * 9_100),
    });
    ids.push(id);
  }
  return ids;
}

const dayOf = (ctx: TenantContext, daysAgo: number) =>
  new Date(ctx.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

describe("the statistics of builds", () => {
  it("equal a full count under concurrent reports and counting", async () => {
    const ctx = await signInMember();
    const stranger = await signInMember();
    await manyBuilds(stranger, 3);
    const ids = await manyBuilds(ctx, 120);
    const worker = { ...systemContext("test"), actor: { kind: "worker" as const, workerId: null } };
    const reports = ids.map(async (buildId, index) => {
      const status = index % 4 === 0 ? ("FAILED" as const) : ("COMPLETED" as const);
      // Two at once, one of which may contradict the other: one wins.
      await Promise.allSettled([
        reportBuild(worker, { buildId, status }),
        reportBuild(worker, { buildId, status: "COMPLETED" }),
      ]);
      if (index % 20 === 0) await countOutcomes(systemContext("jobs"));
    });
    await Promise.all(reports);
    await expectExact(ctx);
    await countOutcomes(systemContext("jobs"));
    expect(await database().systemDb.orm.$count(buildOutcomes)).toBe(0);
    await expectExact(ctx);
  });

  it("drop days that left the period, counted before or after", async () => {
    const ctx = await signInMember();
    const { orm } = database().systemDb;
    const app = await createApp(orm, { tenantId: ctx.tenant.id });
    const finished = { tenantId: ctx.tenant.id, appId: app.id, status: "COMPLETED" as const };
    const timesOf = (daysAgo: number) => {
      const createdAt = new Date(ctx.now().getTime() - daysAgo * DAY_MS);
      return { createdAt, startedAt: createdAt };
    };
    await orm.update(buildPeriod).set({ since: dayOf(ctx, 32) });
    for (const daysAgo of [32, 31, 30, 29, 1]) await createBuild(orm, { ...finished, ...timesOf(daysAgo) });
    expect((await summarizeBuilds(ctx)).days).toHaveLength(33);
    await expectExact(ctx);
    // Counts those above and moves the period on; the next ones end when their days are over already.
    await countOutcomes({ ...systemContext("jobs"), now: () => new Date(ctx.now().getTime() - 2 * DAY_MS) });
    expect((await summarizeBuilds(ctx)).since).toBe(dayOf(ctx, 31));
    await expectExact(ctx);
    for (const daysAgo of [31, 30, 2]) await createBuild(orm, { ...finished, ...timesOf(daysAgo) });
    await countOutcomes(systemContext("jobs"));
    const summary = await summarizeBuilds(ctx);
    expect(summary).toMatchObject({ since: dayOf(ctx, 29), all: { completed: 3, failed: 0 } });
    await expectExact(ctx);
    const [left] = await orm
      .select({ builds: sql<number>`sum(${buildDurations.builds})::integer` })
      .from(buildDurations)
      .where(
        sql`${buildDurations.tenantId} = ${ctx.tenant.id} and subject = 'ALL' and width = 1 and measure = 'RUN'`,
      );
    expect(left?.builds).toBe(3);
  });
});

describe("the number of builds in a list", () => {
  it("equals the number of rows for any filters", async () => {
    const ctx = await signInMember();
    const ids = await manyBuilds(ctx, 24);
    const worker = { ...systemContext("test"), actor: { kind: "worker" as const, workerId: null } };
    for (const [index, buildId] of ids.slice(0, 15).entries()) {
      await reportBuild(worker, { buildId, status: index % 2 ? "FAILED" : "COMPLETED" });
      if (index === 7) await countOutcomes(systemContext("jobs"));
    }
    const { apps } = await summarizeBuilds(ctx);
    for (const filters of [
      {},
      { status: ["FAILED"] },
      { status: ["COMPLETED", "IN_PROGRESS"] },
      { status: ["QUEUED"] },
      { platform: ["IOS"], status: ["FAILED", "COMPLETED"] },
      { appId: apps[0]?.app.id, platform: ["ANDROID"] },
      { since: dayOf(ctx, 9), until: dayOf(ctx, 3) },
      { until: dayOf(ctx, 5), status: ["IN_PROGRESS"] },
    ]) {
      const page = await browseBuilds(ctx, BrowseBuilds.parse({ ...filters, limit: 100 }));
      expect(page.total, JSON.stringify(filters)).toBe(page.builds.length);
    }
  });
});
