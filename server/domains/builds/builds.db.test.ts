import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { auditLog, buildReports, builds, domainEvents } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, type TenantContext } from "@/server/core/context.ts";
import { reference } from "@/shared/text/text.ts";
import type { ReportedStatus } from "@/shared/vocabulary.ts";
import { browseAllBuilds, browseBuilds } from "./browse.ts";
import { BrowseBuilds, ListBuilds } from "./input.ts";
import { listBuilds } from "./list.ts";
import { reportBuild } from "./report.ts";
import { getBuild, queueBuild } from "./service.ts";
import { BuildView } from "./view.ts";

setUpPlatform();

const worker = () => createContext({ kind: "worker", workerId: null });
const everything = { limit: 100, status: [], platform: [] };

async function appOf(ctx: TenantContext) {
  return createApp(database().systemDb.orm, { tenantId: ctx.tenant.id });
}

async function queuedBuild(ctx: TenantContext) {
  const app = await appOf(ctx);
  return createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
}

const storedBuild = async (id: string) => {
  const [build] = await database().systemDb.orm.select().from(builds).where(eq(builds.id, id));
  return build;
};

describe("reportBuild", () => {
  it("applies reports, keeps earlier fields and audits each change", async () => {
    const build = await queuedBuild(await signInMember());
    const start = { buildId: build.id, status: "IN_PROGRESS", workerId: "linux-1" } as const;
    await expect(reportBuild(worker(), start)).resolves.toMatchObject({
      status: "IN_PROGRESS",
      applied: true,
    });
    const end = {
      buildId: build.id,
      status: "COMPLETED",
      artifactPath: "artifacts/app.aab",
      sizeBytes: "42",
    } as const;
    await expect(reportBuild(worker(), end)).resolves.toMatchObject({ status: "COMPLETED", applied: true });
    const stored = await storedBuild(build.id);
    expect(stored).toMatchObject({
      status: "COMPLETED",
      workerId: "linux-1",
      artifactPath: "artifacts/app.aab",
      sizeBytes: 42n,
    });
    expect(stored?.startedAt).toBeInstanceOf(Date);
    expect(stored?.finishedAt).toBeInstanceOf(Date);
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, build.id));
    expect(audit.map((row) => row.after)).toEqual([{ status: "IN_PROGRESS" }, { status: "COMPLETED" }]);
  });

  it("stores the reason of a failure with the log, and shows it once the build has failed", async () => {
    const ctx = await signInMember();
    const build = await queuedBuild(ctx);
    const errorLog = "ok\n/app/View.swift:4:1: error: cannot find 'x'\n** BUILD FAILED **";
    await reportBuild(worker(), { buildId: build.id, status: "IN_PROGRESS", errorLog });
    expect(await getBuild(ctx, build.id)).toMatchObject({ failure: null });
    await reportBuild(worker(), { buildId: build.id, status: "FAILED" });
    const failure = { summary: "/app/View.swift:4:1: error: cannot find 'x'", line: 2 };
    expect(await getBuild(ctx, build.id)).toMatchObject({ failure });
    const [event] = await database()
      .systemDb.orm.select()
      .from(domainEvents)
      .where(and(eq(domainEvents.subjectId, build.id), eq(domainEvents.type, "build.failed")));
    expect(event?.data).toMatchObject({ failure });
  });

  it("ignores a report without changes while running", async () => {
    const build = await queuedBuild(await signInMember());
    const report = { buildId: build.id, status: "IN_PROGRESS", workerId: "linux-1" } as const;
    const outcomes = [
      await reportBuild(worker(), report),
      await reportBuild(worker(), report),
      await reportBuild(worker(), { ...report, workerId: "linux-2" }),
    ];
    expect(outcomes.map((outcome) => outcome.applied)).toEqual([true, false, true]);
  });

  it("ignores late reports after the end, and keeps them in the history", async () => {
    const build = await queuedBuild(await signInMember());
    await reportBuild(worker(), { buildId: build.id, status: "FAILED", errorLog: "out of memory" });
    for (const status of ["FAILED", "IN_PROGRESS"] as const) {
      await expect(
        reportBuild(worker(), { buildId: build.id, status, errorLog: "something else" }),
      ).resolves.toMatchObject({ status: "FAILED", applied: false });
    }
    await expect(reportBuild(worker(), { buildId: build.id, status: "COMPLETED" })).rejects.toMatchObject({
      code: "BUILD_ALREADY_FINISHED",
    });
    expect(await storedBuild(build.id)).toMatchObject({ status: "FAILED", errorLog: "out of memory" });
    const history = await database()
      .systemDb.orm.select()
      .from(buildReports)
      .where(eq(buildReports.buildId, build.id))
      .orderBy(asc(buildReports.id));
    expect(history.map((report) => [report.status, report.applied])).toEqual([
      ["FAILED", true],
      ["FAILED", false],
      ["IN_PROGRESS", false],
      ["COMPLETED", false],
    ]);
  });

  it("keeps times monotonic for unordered reports", async () => {
    const ctx = await signInMember();
    const build = await queuedBuild(ctx);
    const instantAt = (ms: number) => new Date(build.createdAt.getTime() + ms);
    const received = (ms: number) => ({ ...worker(), now: () => instantAt(ms) });
    const started = instantAt(20).toISOString();
    const start = { buildId: build.id, status: "IN_PROGRESS", workerId: "linux-1" } as const;
    await reportBuild(received(20), start);
    await reportBuild(received(40), start);
    await reportBuild(received(10), { ...start, status: "COMPLETED" });
    const { startedAt, finishedAt, updatedAt, reports } = await getBuild(ctx, build.id);
    expect({ startedAt, finishedAt, updatedAt }).toEqual({
      startedAt: started,
      finishedAt: started,
      updatedAt: started,
    });
    expect(reports.map((report) => [report.status, report.applied, report.receivedAt])).toEqual([
      ["IN_PROGRESS", true, started],
      ["COMPLETED", true, started],
      ["IN_PROGRESS", false, instantAt(40).toISOString()],
    ]);
  });

  it("applies exactly one of many concurrent terminal reports", async () => {
    const build = await queuedBuild(await signInMember());
    const statuses = Array.from(
      { length: 40 },
      (_, i): ReportedStatus => (i % 2 === 0 ? "COMPLETED" : "FAILED"),
    );
    const outcomes = await Promise.allSettled(
      statuses.map((status) => reportBuild(worker(), { buildId: build.id, status })),
    );
    const applied = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.applied);
    expect(applied).toHaveLength(1);
    const history = await database()
      .systemDb.orm.select()
      .from(buildReports)
      .where(eq(buildReports.buildId, build.id));
    expect(history).toHaveLength(statuses.length);
    expect(history.filter((report) => report.applied)).toHaveLength(1);
    expect((await storedBuild(build.id))?.status).toBe(history.find((report) => report.applied)?.status);
  });

  it("applies concurrent reports on many builds, each with its request id", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const queued = await Promise.all(
      Array.from({ length: 30 }, (_, i) => queuedBuild(i % 2 === 0 ? ctx : other)),
    );
    const receipts = await Promise.all(
      queued.map((build, i) =>
        reportBuild(createContext({ kind: "worker", workerId: null }, `request-${i}`), {
          buildId: build.id,
          status: i % 3 === 0 ? "FAILED" : "COMPLETED",
          workerId: `worker-${i}`,
        }),
      ),
    );
    for (const [i, build] of queued.entries()) {
      const status = i % 3 === 0 ? "FAILED" : "COMPLETED";
      expect(receipts[i]).toMatchObject({ status, applied: true });
      expect(await storedBuild(build.id)).toMatchObject({ status, workerId: `worker-${i}` });
      const [audited, ...more] = await database()
        .systemDb.orm.select()
        .from(auditLog)
        .where(eq(auditLog.subjectId, build.id));
      expect(audited).toMatchObject({
        tenantId: build.tenantId,
        requestId: `request-${i}`,
        actorId: `worker-${i}`,
      });
      expect(more).toEqual([]);
    }
  });

  it("waits for a locked build without delaying others", async () => {
    const ctx = await signInMember();
    const [locked, free] = [await queuedBuild(ctx), await queuedBuild(ctx)];
    const report = ({ id }: { id: string }) => reportBuild(worker(), { buildId: id, status: "COMPLETED" });
    const waiting = await database().systemDb.sql.begin(async (tx) => {
      await tx`select from builds where id = ${locked.id} for update`;
      const [late, soon] = [report(locked), report(free)];
      await expect(soon).resolves.toMatchObject({ applied: true });
      expect((await storedBuild(locked.id))?.status).toBe("QUEUED");
      return [late];
    });
    await expect(waiting[0]).resolves.toMatchObject({ applied: true });
  });

  it("isolates a report that the database refuses", async () => {
    const ctx = await signInMember();
    const [one, refused, another] = [await queuedBuild(ctx), await queuedBuild(ctx), await queuedBuild(ctx)];
    const report = ({ id: buildId }: { id: string }, requestId: string) =>
      reportBuild(createContext({ kind: "worker", workerId: null }, requestId), {
        buildId,
        status: "FAILED",
      });
    const outcomes = await Promise.allSettled([
      report(one, "request-1"),
      report(refused, "no\0text"),
      report(another, "request-3"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await storedBuild(refused.id))?.status).toBe("QUEUED");
    expect((await storedBuild(another.id))?.status).toBe("FAILED");
  });

  it.each([reference().parse("no-uuid"), "01900000-0000-7000-8000-0000000000ff"])(
    "knows no build %s",
    async (buildId) => {
      await expect(reportBuild(worker(), { buildId, status: "COMPLETED" })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });
    },
  );
});

describe("listBuilds", () => {
  it("pages newest first without loss or repetition while builds are added", async () => {
    const ctx = await signInMember();
    const app = await appOf(ctx);
    const add = () => createBuild(database().systemDb.orm, { tenantId: ctx.tenant.id, appId: app.id });
    for (let i = 0; i < 7; i++) await add();
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listBuilds(ctx, app.id, { ...everything, limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.builds.map((build) => build.number));
      cursor = page.nextCursor ?? undefined;
      await add();
    } while (cursor);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it("filters, and shortens the poll interval while a build is unfinished", async () => {
    const ctx = await signInMember();
    const app = await appOf(ctx);
    const own = { tenantId: ctx.tenant.id, appId: app.id };
    await createBuild(database().systemDb.orm, { ...own, status: "COMPLETED", platform: "IOS" });
    await expect(listBuilds(ctx, app.id, everything)).resolves.toMatchObject({ pollAfterSeconds: 60 });
    await createBuild(database().systemDb.orm, { ...own, status: "QUEUED" });
    const page = await listBuilds(ctx, app.id, {
      ...everything,
      status: ["COMPLETED", "FAILED"],
      platform: ["IOS"],
    });
    expect(page.builds.map((build) => build.status)).toEqual(["COMPLETED"]);
    expect(page.pollAfterSeconds).toBe(5);
  });

  it("shows the last 4,000 characters of a log here and all of it on the build", async () => {
    const ctx = await signInMember();
    const app = await appOf(ctx);
    const errorLog = `${"é".repeat(5_000)}the end`;
    const own = { tenantId: ctx.tenant.id, appId: app.id };
    const build = await createBuild(database().systemDb.orm, { ...own, status: "FAILED", errorLog });
    const page = await listBuilds(ctx, app.id, everything);
    expect(page.builds[0]).toMatchObject({ errorLog: errorLog.slice(-4_000), errorLogTruncated: true });
    await expect(getBuild(ctx, build.id)).resolves.toMatchObject({
      errorLog,
      errorLogTruncated: false,
      reports: [],
    });
  });

  it("answers an empty app and refuses another tenant's", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const app = await appOf(ctx);
    await expect(listBuilds(ctx, app.id, everything)).resolves.toMatchObject({
      builds: [],
      nextCursor: null,
    });
    await expect(listBuilds(other, app.id, everything)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("refuses an invalid cursor", async () => {
    const ctx = await signInMember();
    const app = await appOf(ctx);
    await expect(listBuilds(ctx, app.id, { ...everything, cursor: "WzFd-" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

describe("queueBuild", () => {
  it("numbers builds without gaps when many are queued at once", async () => {
    const ctx = await signInMember();
    const app = await appOf(ctx);
    const queued = await Promise.all(
      Array.from({ length: 20 }, () => queueBuild(ctx, app.id, { platform: "IOS", version: "1.0.0" })),
    );
    expect(queued.map((build) => build.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
  });

  it("refuses viewers and other tenants", async () => {
    const [viewer, other] = [await signInMember("VIEWER"), await signInMember()];
    const app = await appOf(viewer);
    const build = { platform: "IOS", version: "1.0.0" } as const;
    await expect(queueBuild(viewer, app.id, build)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(queueBuild(other, app.id, build)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

it("a build has its fields in one order, wherever it is shown", async () => {
  const ctx = await signInMember();
  const app = await appOf(ctx);
  const queued = await queueBuild(ctx, app.id, { platform: "IOS", version: "1.0.0" });
  const { reports: _, inputs: __, ...detail } = await getBuild(ctx, queued.id);
  const page = await listBuilds(ctx, app.id, everything);
  const fields = Object.keys(BuildView.shape);
  for (const shown of [queued, detail, page.builds[0]]) expect(Object.keys(shown ?? {})).toEqual(fields);
});

describe("browsing", () => {
  const page = { limit: 25, status: [], platform: [], stuck: false, endedLastDay: false };

  it("shows a tenant its own builds and a Super Admin all of them", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const build = await queuedBuild(ctx);
    const foreign = await queuedBuild(other);
    const own = await browseBuilds(ctx, page);
    expect(own.builds.map((row) => row.id)).toEqual([build.id]);
    const all = await browseAllBuilds(await signInAdmin(), page);
    expect(all.builds.map((row) => row.id)).toEqual(expect.arrayContaining([build.id, foreign.id]));
    await expect(browseAllBuilds(ctx, page)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });

  it("lists each build once for a repeated filter value", async () => {
    const ctx = await signInMember();
    const build = await queuedBuild(ctx);
    const words = { status: ["QUEUED", "QUEUED"], platform: [build.platform, build.platform] };
    const browsed = await browseBuilds(ctx, BrowseBuilds.parse(words));
    expect(browsed.builds.map((row) => row.id)).toEqual([build.id]);
    const listed = await listBuilds(ctx, build.appId, ListBuilds.parse(words));
    expect(listed.builds.map((row) => row.id)).toEqual([build.id]);
  });

  it.each(["since", "until"])("refuses a day before our era as %s", (name) => {
    expect(BrowseBuilds.safeParse({ [name]: "0000-01-01" }).error?.issues).toMatchObject([{ path: [name] }]);
    expect(BrowseBuilds.safeParse({ [name]: "0001-01-01" }).success).toBe(true);
  });

  it("is not found for other tenants", async () => {
    const build = await queuedBuild(await signInMember());
    await expect(getBuild(await signInMember(), build.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
