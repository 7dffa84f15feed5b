import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext, type TenantContext } from "@/server/core/context.ts";
import { DAY_MS } from "@/shared/time.ts";
import { browseBuilds } from "../browse.ts";
import { BrowseBuilds } from "../input.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { summarizeBuilds } from "./summary.ts";

setUpPlatform();

/** One build a day, today and on the days before, in the given states. */
async function buildsOfDays(
  ctx: TenantContext,
  statuses: ("QUEUED" | "IN_PROGRESS" | "COMPLETED" | "FAILED")[],
) {
  const { orm } = database().systemDb;
  const { id: appId } = await createApp(orm, { tenantId: ctx.tenant.id });
  const now = ctx.now();
  for (const [daysAgo, status] of statuses.entries()) {
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
    const finishedAt = status === "COMPLETED" || status === "FAILED" ? now : null;
    await createBuild(orm, {
      tenantId: ctx.tenant.id,
      appId,
      status,
      createdAt,
      startedAt: createdAt,
      finishedAt,
    });
  }
}

const dayOf = (ctx: TenantContext, daysAgo: number) =>
  new Date(ctx.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

describe("summarizeBuilds", () => {
  it("counts finished builds by day and unfinished ones by state, of the own tenant", async () => {
    const ctx = await signInMember("VIEWER");
    await buildsOfDays(ctx, ["QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED", "COMPLETED"]);
    await buildsOfDays(await signInMember(), ["FAILED", "QUEUED"]);
    // It also begins the period of today; the database may be of yesterday.
    await countOutcomes(systemContext("jobs"));
    const summary = await summarizeBuilds(ctx);
    expect(summary).toMatchObject({ queued: 1, inProgress: 1 });
    expect(summary.all).toMatchObject({ completed: 2, failed: 1 });
    expect(summary.days).toHaveLength(30);
    expect(summary.days.at(-4)).toEqual({ day: dayOf(ctx, 3), completed: 0, failed: 1 });
    expect(summary.unfinished.map(({ status }) => status)).toEqual(["IN_PROGRESS", "QUEUED"]);
    expect(summary.unfinished[0]?.startedAt).toEqual(expect.any(String));
  });

  it("lists running builds before queued ones, newest first", async () => {
    const ctx = await signInMember();
    await buildsOfDays(ctx, ["QUEUED", "QUEUED", "QUEUED", "QUEUED", "QUEUED", "IN_PROGRESS", "IN_PROGRESS"]);
    const { unfinished } = await summarizeBuilds(ctx);
    expect(unfinished.map(({ status, createdAt }) => [status, createdAt.slice(0, 10)])).toEqual([
      ["IN_PROGRESS", dayOf(ctx, 5)],
      ["IN_PROGRESS", dayOf(ctx, 6)],
      ["QUEUED", dayOf(ctx, 0)],
      ["QUEUED", dayOf(ctx, 1)],
      ["QUEUED", dayOf(ctx, 2)],
    ]);
  });

  it("has no rate and no median where nothing has finished", async () => {
    const summary = await summarizeBuilds(await signInMember());
    expect(summary).toMatchObject({
      all: { completed: 0, failed: 0, runMedian: null },
      queued: 0,
      inProgress: 0,
    });
  });
});

describe("browsing by day", () => {
  it("lists the builds that a day of the summary counts, the first and the last day included", async () => {
    const ctx = await signInMember();
    await buildsOfDays(ctx, ["COMPLETED", "COMPLETED", "FAILED", "COMPLETED"]);
    const browse = async (days: { since?: string; until?: string }) =>
      (await browseBuilds(ctx, BrowseBuilds.parse(days))).builds.map(({ createdAt }) =>
        createdAt.slice(0, 10),
      );
    expect(await browse({ since: dayOf(ctx, 2), until: dayOf(ctx, 2) })).toEqual([dayOf(ctx, 2)]);
    expect(await browse({ since: dayOf(ctx, 2), until: dayOf(ctx, 1) })).toEqual([
      dayOf(ctx, 1),
      dayOf(ctx, 2),
    ]);
    expect(await browse({ until: dayOf(ctx, 3) })).toEqual([dayOf(ctx, 3)]);
    expect(BrowseBuilds.safeParse({ since: "2026-02-30" }).success).toBe(false);
  });
});
