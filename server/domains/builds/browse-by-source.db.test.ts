import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createMembership, createUser } from "@/db/factories.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { countFetched } from "@/e2e/support/table-reads.ts";
import { createContext, database } from "@/server/core/context.ts";
import { browseBuilds } from "./browse.ts";
import { MAX_SEARCHED_BUILDS } from "./browse-by-source.ts";
import { BrowseBuilds } from "./input.ts";
import { claimBuild } from "./leases/claim-build.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const NOON = Date.parse("2026-03-04T12:00:00Z");

/** A member of a new tenant with an app; builds are a minute apart. */
async function startTenant() {
  const ctx = await signInMember();
  const app = await createApp(orm(), { tenantId: ctx.tenant.id, name: "Field Notes" });
  let minutes = 0;
  const add = (values: Partial<Parameters<typeof createBuild>[1]> = {}) => {
    minutes += 1;
    return createBuild(orm(), {
      tenantId: ctx.tenant.id,
      appId: app.id,
      createdAt: new Date(NOON + minutes * 60_000),
      ...values,
    });
  };
  const browse = (input: object) => browseBuilds(ctx, BrowseBuilds.parse(input));
  const numbers = async (input: object) => (await browse(input)).builds.map(({ number }) => number);
  return { ctx, app, add, browse, numbers };
}

describe("builds by their sources", () => {
  it("are filtered by branch, version, worker, person and all of them", async () => {
    const { ctx, app, add, numbers, browse } = await startTenant();
    const colleague = await createUser(orm());
    await createMembership(orm(), { tenantId: ctx.tenant.id, userId: colleague.id });
    const source = { gitRef: "main", version: "2.0.0", workerId: "mac-1", createdBy: colleague.id };
    await add({ ...source, platform: "IOS" });
    await add({ ...source, gitRef: "Main", status: "FAILED" });
    await add({ ...source, version: "2.0.1", workerId: "mac-2" });
    await add({ createdBy: ctx.actor.kind === "user" ? ctx.actor.userId : null, gitRef: "main" });
    const other = await startTenant();
    await other.add(source);
    expect(await numbers({ gitRef: "main" })).toEqual([4, 3, 1]);
    expect(await numbers({ version: "2.0.0" })).toEqual([2, 1]);
    expect(await numbers({ workerId: "mac-1" })).toEqual([2, 1]);
    expect(await numbers({ createdBy: colleague.id })).toEqual([3, 2, 1]);
    expect(await numbers({ createdBy: colleague.id, status: ["FAILED"] })).toEqual([2]);
    expect(await numbers({ ...source, platform: ["IOS"], appId: app.id })).toEqual([1]);
    expect(await numbers({ gitRef: "nowhere" })).toEqual([]);
    expect((await browse({ gitRef: "main" })).total).toBe(3);
    expect((await browse({ gitRef: "nowhere" })).total).toBe(0);
    expect(await numbers({ gitRef: "main", until: "2026-03-03" })).toEqual([]);
    expect(await numbers({ gitRef: "main", since: "2026-03-04", until: "2026-03-04" })).toEqual([4, 3, 1]);
  });

  it("are found by the worker that claimed them", async () => {
    const { ctx, add, numbers } = await startTenant();
    const { id } = await add({ createdAt: new Date(0) });
    expect(await numbers({ workerId: "linux-7" })).toEqual([]);
    const worker = createContext({ kind: "worker", workerId: null });
    const job = await claimBuild(worker, { workerId: "linux-7", platforms: ["ANDROID"] });
    expect(job?.buildId).toBe(id);
    expect(await numbers({ workerId: "linux-7" })).toEqual([1]);
    expect(ctx.tenant.id).toBeTruthy();
  });

  it("are paged without gaps while builds are added", async () => {
    const { add, browse } = await startTenant();
    for (let n = 1; n <= 5; n += 1) await add({ gitRef: "main" });
    const first = await browse({ gitRef: "main", limit: 2 });
    expect(first).toMatchObject({ total: 5, builds: [{ number: 5 }, { number: 4 }] });
    await add({ gitRef: "main" });
    const second = await browse({ gitRef: "main", limit: 2, cursor: first.nextCursor });
    expect(second.builds.map(({ number }) => number)).toEqual([3, 2]);
    const third = await browse({ gitRef: "main", limit: 2, cursor: second.nextCursor });
    expect(third).toMatchObject({ builds: [{ number: 1 }], nextCursor: null });
  });

  it("are found by words of their texts, past the builds that one page searches", async () => {
    const { add, browse, numbers } = await startTenant();
    await add({ commitMessage: "Fix the login loop", gitRef: "main" });
    await add({ commitMessage: "Update dependencies", gitRef: "main" });
    expect(await numbers({ search: "LOGIN fix" })).toEqual([1]);
    expect(await numbers({ search: "field #2" })).toEqual([2]);
    expect(await numbers({ search: "login", gitRef: "main" })).toEqual([1]);
    expect(await numbers({ search: "login", gitRef: "next" })).toEqual([]);
    await addMany(await add(), MAX_SEARCHED_BUILDS);
    const first = await browse({ search: "login" });
    expect(first).toMatchObject({ builds: [], total: null, nextCursor: expect.any(String) });
    const second = await browse({ search: "login", cursor: first.nextCursor });
    expect(second).toMatchObject({ builds: [{ number: 1 }], nextCursor: null });
  });

  it("are counted as long as the source has few builds, and no more are read for more of them", async () => {
    const { ctx, add, browse } = await startTenant();
    await addMany(await add({ gitRef: "main" }), 999);
    expect(await browse({ gitRef: "main", status: ["QUEUED"] })).toMatchObject({ total: 1_000 });
    await addMany(await add({ gitRef: "main" }), 3_000, 2_000);
    await orm().execute(sql`vacuum (analyze) builds, build_sources`);
    expect((await browse({ gitRef: "main" })).total).toBeNull();
    const rows = await ctx.db.tenantDb.orm.transaction((tx) => {
      const tenantDb = { ...ctx.db.tenantDb, orm: tx as unknown as typeof ctx.db.tenantDb.orm };
      const read = () =>
        browseBuilds({ ...ctx, db: { ...ctx.db, tenantDb } }, BrowseBuilds.parse({ gitRef: "main" }));
      return countFetched(tx, "builds", read);
    });
    expect(rows).toBeLessThan(1_500);
  });
});

/** Copies of a build, each a second after the one before. */
async function addMany(build: { id: string }, count: number, first = 100): Promise<void> {
  await orm().execute(sql`
    insert into builds (id, tenant_id, app_id, number, platform, version, git_ref, created_at)
    select gen_random_uuid(), tenant_id, app_id, ${first}::integer + n, platform, version, git_ref, created_at + n * interval '1 second'
    from builds, generate_series(1, ${count}::integer) n where id = ${build.id}`);
}
