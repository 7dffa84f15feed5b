import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { NIL_ID, sessionOfActor, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { rowsReadOf } from "@/e2e/support/table-reads.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { createCaller } from "@/server/router.ts";
import { MAX_SIMILAR_BUILDS, SIMILAR_WINDOW_MS, toFailure } from "@/shared/build-log/find-failure.ts";
import { HOUR_MS } from "@/shared/time.ts";
import { getSimilarFailures } from "./similar-failures.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const NOON = Date.parse("2026-03-04T12:00:00Z");
const at = (hours: number) => new Date(NOON + hours * HOUR_MS);

type Values = Partial<Parameters<typeof createBuild>[1]>;

/** A member of a new tenant with an app, and what fails builds of it with a message. */
async function startTenant() {
  const ctx = await signInMember();
  const app = await createApp(orm(), { tenantId: ctx.tenant.id });
  const add = (values: Values) =>
    createBuild(orm(), { tenantId: ctx.tenant.id, appId: app.id, finishedAt: at(0), ...values });
  const fail = (message: string, values: Values = {}) =>
    add({ status: "FAILED", errorLog: message, failure: toFailure(message, 1), ...values });
  return { ctx, add, fail };
}

describe("failures like that of a build", () => {
  it("are counted over all tenants, with the worker of most of them", async () => {
    const [one, two, three] = [await startTenant(), await startTenant(), await startTenant()];
    const message = "error: No profiles for 'test.one' were found";
    const failed = await one.fail(message, { workerId: "mac-1" });
    await one.fail(message, { workerId: "mac-2", finishedAt: at(-3) });
    await two.fail(message, { workerId: "mac-2", finishedAt: at(-2) });
    await two.fail(message, { workerId: "mac-2", finishedAt: at(2) });
    await three.fail(message, { workerId: "mac-1", finishedAt: at(-1) });
    await three.fail("error: something else", { workerId: "mac-1" });
    await three.fail(message, { finishedAt: new Date(NOON - SIMILAR_WINDOW_MS - 1) });
    await three.fail(message, { endReason: "BY_HAND" });
    expect((await getSimilarFailures(one.ctx, failed.id))?.alike).toEqual({
      builds: 4,
      isCapped: false,
      tenants: 3,
      since: at(-3).toISOString(),
      worker: { id: "mac-2", builds: 3 },
    });
  });

  it("hold nothing of another tenant but counts and the worker", async () => {
    const [own, other] = [await startTenant(), await startTenant()];
    const message = "error: linker command failed for a shared reason";
    const failed = await own.fail(message, { gitCommit: "abcdef1" });
    const theirs = await other.fail(message, {
      gitCommit: "abcdef1",
      gitRef: "secret-branch",
      version: "9.9.9-secret",
      commitMessage: "Secret plans",
      workerId: "linux-1",
    });
    await other.add({ status: "COMPLETED", gitCommit: "abcdef1" });
    const found = await getSimilarFailures(own.ctx, failed.id);
    expect(found).toEqual({
      alike: {
        builds: 1,
        isCapped: false,
        tenants: 1,
        since: at(0).toISOString(),
        worker: { id: "linux-1", builds: 1 },
      },
      before: { ended: 0, alike: 0 },
      sameCommit: { completed: null, failed: 0 },
      notice: null,
    });
    const json = JSON.stringify(found);
    for (const secret of [theirs.id, theirs.appId, other.ctx.tenant.id, other.ctx.tenant.slug, "ecret"]) {
      expect(json).not.toContain(secret);
    }
    await expect(getSimilarFailures(own.ctx, theirs.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are set against the builds of the app and platform before", async () => {
    const { ctx, add, fail } = await startTenant();
    await fail("error: too old", {});
    for (let n = 0; n < 17; n += 1) await add({ status: "COMPLETED" });
    await fail("error: flaky 1");
    await fail("error: flaky 2");
    await fail("error: another");
    await fail("error: flaky 3", { platform: "IOS" });
    const failed = await fail("error: flaky 4");
    await fail("error: flaky 5");
    expect((await getSimilarFailures(ctx, failed.id))?.before).toEqual({ ended: 20, alike: 2 });
  });

  it("name a completed build of the same commit, first one of the same platform", async () => {
    const { ctx, add, fail } = await startTenant();
    const commit = { gitCommit: "0123456789abcdef0123456789abcdef01234567" };
    const failed = await fail("error: x", commit);
    expect((await getSimilarFailures(ctx, failed.id))?.sameCommit).toEqual({ completed: null, failed: 0 });
    const same = await add({ status: "COMPLETED", workerId: "linux-2", ...commit });
    await add({ status: "COMPLETED", platform: "IOS", ...commit });
    await add({ status: "COMPLETED", gitCommit: "fedcba9" });
    await fail("error: y", commit);
    expect((await getSimilarFailures(ctx, failed.id))?.sameCommit).toEqual({
      completed: { id: same.id, number: same.number, platform: "ANDROID", workerId: "linux-2" },
      failed: 1,
    });
  });

  it("are null of a build that did not fail, and uncounted without a reason", async () => {
    const { ctx, add } = await startTenant();
    const completed = await add({ status: "COMPLETED" });
    const queued = await add({ status: "QUEUED", finishedAt: null });
    expect(await getSimilarFailures(ctx, completed.id)).toBeNull();
    expect(await getSimilarFailures(ctx, queued.id)).toBeNull();
    const silent = await add({ status: "FAILED", errorLog: "nothing" });
    expect(await getSimilarFailures(ctx, silent.id)).toMatchObject({ alike: null, sameCommit: null });
  });

  it("are counted up to a limit, and no more rows are read for more of them", async () => {
    const { ctx, fail } = await startTenant();
    const failed = await fail("error: everywhere", { workerId: "w" });
    await orm().execute(sql`
      insert into builds (id, tenant_id, app_id, number, platform, version, status, failure, finished_at)
      select gen_random_uuid(), tenant_id, app_id, 10 + n, platform, version, status, failure, finished_at
      from builds, generate_series(1, ${3 * MAX_SIMILAR_BUILDS}::integer) n where id = ${failed.id}`);
    await orm().execute(sql`vacuum (analyze) build_failures`);
    expect((await getSimilarFailures(ctx, failed.id))?.alike).toMatchObject({
      builds: MAX_SIMILAR_BUILDS,
      isCapped: true,
    });
    const admin = await signInAdmin();
    const rows = await rowsReadOf(admin, "build_failures", ({ open }) =>
      getSimilarFailures({ ...ctx, open, db: withTransaction(ctx, open?.tx) }, failed.id),
    );
    expect(rows).toBeLessThan(2 * MAX_SIMILAR_BUILDS);
  });

  it("are refused to another tenant's member, and without a session", async () => {
    const { ctx, fail } = await startTenant();
    const failed = await fail("error: private");
    const other = await signInMember("OWNER");
    await expect(getSimilarFailures(other, failed.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getSimilarFailures(ctx, NIL_ID)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const input = { tenant: ctx.tenant.slug, buildId: failed.id };
    const anonymous = createCaller({ session: null, requestId: "test" });
    await expect(anonymous.builds.similarFailures(input)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const stranger = createCaller({ session: sessionOfActor(other.actor), requestId: "test" });
    await expect(stranger.builds.similarFailures(input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const asAdmin = createCaller({
      session: sessionOfActor((await signInAdmin()).actor),
      requestId: "test",
    });
    expect(await asAdmin.adminFailures.similar(input)).toMatchObject({ alike: { builds: 0 } });
    await expect(stranger.adminFailures.similar(input)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(anonymous.adminFailures.similar(input)).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
  });
});

/** Pools of which the platform's is an open transaction, whose reads are counted. */
function withTransaction(ctx: TenantContext, tx: unknown): TenantContext["db"] {
  const orm = tx as TenantContext["db"]["systemDb"]["orm"];
  return { ...ctx.db, systemDb: { ...ctx.db.systemDb, orm } };
}
