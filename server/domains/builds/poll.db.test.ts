import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild } from "@/db/factories.ts";
import { builds } from "@/db/schema/index.ts";
import { waitUntil } from "@/e2e/process/program.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createContext, database, type TenantContext, type UserActor } from "@/server/core/context.ts";
import { encodeCursor } from "@/server/core/pagination.ts";
import { issueToken } from "@/server/domains/accounts/tokens/service.ts";
import type { BuildChange } from "@/server/events/build-changes.ts";
import { getRouteHandlers } from "@/server/rest.ts";
import { ListBuilds } from "./input.ts";
import { findCachedPolledPage, readPolledPage } from "./poll.ts";
import { findCachedPage } from "./records/page-cache.ts";
import { reportBuild } from "./report.ts";

setUpPlatform();

const ALL = ListBuilds.parse({ status: [], platform: [] });
const FAILED = ListBuilds.parse({ status: ["FAILED"], platform: [] });

async function builtApp(ctx: TenantContext, status: "QUEUED" | "COMPLETED" = "COMPLETED") {
  const { orm } = database().systemDb;
  const app = await createApp(orm, { tenantId: ctx.tenant.id });
  const build = await createBuild(orm, { tenantId: ctx.tenant.id, appId: app.id, status });
  return { appId: app.id, buildId: build.id };
}

/** Reads a page as pollers do until it is cached, which begins once the process receives changes. */
async function poll(ctx: TenantContext, appId: string, query = ALL): Promise<void> {
  await waitUntil(async () => {
    const { cache } = await readPolledPage(ctx, appId, query);
    cache("the tag", "{}");
    return findCachedPage(ctx, appId, query) !== null;
  });
}

/** Tells what another process would. */
const notifyAs = (from: string, messages: BuildChange[]) =>
  database().systemDb.sql`
    select pg_notify('drydock_build_changes', ${JSON.stringify({ from, messages })})`;

const later = (ctx: TenantContext, ms: number): TenantContext => ({
  ...ctx,
  now: () => new Date(Date.now() + ms),
});

describe("a page of builds that is polled", () => {
  it("is cached per query and tenant", async () => {
    const ctx = await signInMember();
    const { appId } = await builtApp(ctx);
    await poll(ctx, appId);
    expect(findCachedPage(ctx, appId.toUpperCase(), ALL)).toMatchObject({
      tag: "the tag",
      pollAfterSeconds: 60,
    });
    expect(findCachedPage(ctx, appId, FAILED)).toBeNull();
    expect(findCachedPage(await signInMember(), appId, ALL)).toBeNull();
  });

  it("is not cached with a cursor, nor for more than a few queries", async () => {
    const ctx = await signInMember();
    const { appId } = await builtApp(ctx);
    await poll(ctx, appId);
    const read = async (query: ListBuilds) => {
      (await readPolledPage(ctx, appId, query)).cache("the tag", "{}");
      return findCachedPage(ctx, appId, query);
    };
    expect(await read({ ...ALL, cursor: encodeCursor(1) })).toBeNull();
    for (let limit = 1; limit <= 9; limit += 1) expect(await read({ ...ALL, limit })).not.toBeNull();
    expect(findCachedPage(ctx, appId, { ...ALL, limit: 1 })).toBeNull();
    expect(findCachedPage(ctx, appId, { ...ALL, limit: 9 })).not.toBeNull();
    expect(await read({ ...ALL, limit: 9 })).not.toBeNull();
    expect(findCachedPage(ctx, appId, { ...ALL, limit: 2 })).not.toBeNull();
  });

  it("is evicted at once by a change in this process", async () => {
    const ctx = await signInMember();
    const { appId, buildId } = await builtApp(ctx, "QUEUED");
    await poll(ctx, appId);
    await poll(ctx, appId, FAILED);
    await reportBuild(createContext({ kind: "worker", workerId: null }), { buildId, status: "IN_PROGRESS" });
    expect(findCachedPage(ctx, appId, ALL)).toBeNull();
    expect(findCachedPage(ctx, appId, FAILED)).toBeNull();
  });

  it("is evicted by a change of another process", async () => {
    const ctx = await signInMember();
    const [{ appId, buildId }, other] = [await builtApp(ctx), await builtApp(ctx)];
    await poll(ctx, appId);
    await poll(ctx, other.appId);
    await notifyAs("another process", [{ tenantId: ctx.tenant.id, appId, buildId }]);
    await waitUntil(() => findCachedPage(ctx, appId, ALL) === null);
    expect(findCachedPage(ctx, other.appId, ALL)).not.toBeNull();
  });

  it("is not cached when a build changed during the read", async () => {
    const ctx = await signInMember();
    const { appId, buildId } = await builtApp(ctx, "QUEUED");
    await poll(ctx, appId);
    const { cache } = await readPolledPage(ctx, appId, FAILED);
    await reportBuild(createContext({ kind: "worker", workerId: null }), { buildId, status: "FAILED" });
    cache("an old tag", "{}");
    expect(findCachedPage(ctx, appId, FAILED)).toBeNull();
  });

  it("expires after minutes, or when a lease of one of its builds ends", async () => {
    const ctx = await signInMember();
    const [waiting, running] = [await builtApp(ctx, "QUEUED"), await builtApp(ctx, "QUEUED")];
    const claimed = {
      status: "IN_PROGRESS",
      workerId: "a-worker",
      leaseUntil: later(ctx, 60_000).now(),
    } as const;
    await database().systemDb.orm.update(builds).set(claimed).where(eq(builds.id, running.buildId));
    for (const { appId } of [waiting, running]) await poll(ctx, appId);
    const known = (ms: number, { appId }: { appId: string }) =>
      findCachedPage(later(ctx, ms), appId, ALL) !== null;
    expect([known(240_000, waiting), known(300_001, waiting)]).toEqual([true, false]);
    expect([known(30_000, running), known(60_001, running)]).toEqual([true, false]);
  });

  it("is evicted when the connection to another process is lost", async () => {
    const ctx = await signInMember();
    const { appId } = await builtApp(ctx);
    await poll(ctx, appId);
    await notifyAs("a process that is killed", []);
    await waitUntil(() => findCachedPage(ctx, appId, ALL) === null);
  });

  it("needs no query while it is unchanged", async () => {
    const ctx = await signInMember();
    const { appId } = await builtApp(ctx);
    const ask = await pollerOf(ctx, appId);
    const first = await ask();
    const [tag, text] = [first.headers.get("etag") ?? "", await first.text()];
    await waitUntil(async () => (await ask()).ok && findCachedPage(ctx, appId, ALL) !== null);
    await database().systemDb.sql.begin(async (sql) => {
      await sql`lock table builds in access exclusive mode`;
      const known = await ask({ "if-none-match": tag });
      expect([known.status, known.headers.get("etag")]).toEqual([304, tag]);
      expect(known.headers.get("x-poll-interval")).toBe("60");
      expect(known.headers.get("cache-control")).toBe("private, no-cache");
      for (const others of [{}, { "if-none-match": 'W/"another"' }]) {
        const whole = await ask(others);
        expect([whole.status, whole.headers.get("etag"), await whole.text()]).toEqual([200, tag, text]);
        expect(Object.fromEntries(whole.headers)).toMatchObject({
          "content-type": "application/json",
          "x-poll-interval": "60",
          "cache-control": "private, no-cache",
          "ratelimit-limit": expect.any(String),
        });
      }
    });
  });

  it("is sent again as soon as a build changes in this process", async () => {
    const ctx = await signInMember();
    const { appId, buildId } = await builtApp(ctx, "QUEUED");
    const ask = await pollerOf(ctx, appId);
    await waitUntil(async () => (await ask()).ok && findCachedPage(ctx, appId, ALL) !== null);
    for (const status of ["IN_PROGRESS", "COMPLETED"] as const) {
      await reportBuild(createContext({ kind: "worker", workerId: null }), { buildId, status });
      expect(await (await ask()).json()).toMatchObject({ builds: [{ id: buildId, status }] });
    }
  });

  it("caches the body for seconds only, and not a very long one", async () => {
    const ctx = await signInMember();
    const { appId } = await builtApp(ctx);
    await poll(ctx, appId);
    const cache = async (json: string) => (await readPolledPage(ctx, appId, ALL)).cache("the tag", json);
    const recalled = (ms = 0) => {
      const page = findCachedPolledPage(later(ctx, ms), appId, ALL);
      return page && { tag: page.tag, json: page.json() };
    };
    // On a machine that has no time for it, word of the others is late, and nothing is believed until it comes.
    const keep = (json: string, ms: number) => expect.poll(() => cache(json).then(() => recalled(ms)));
    await keep("x".repeat(256 * 1_024 + 1), 0).toEqual({ tag: "the tag", json: null });
    await keep("{}", 9_000).toEqual({ tag: "the tag", json: "{}" });
    expect(recalled(10_001)).toEqual({ tag: "the tag", json: null });
  });
});

/** API client with a token that polls the builds of an app over REST. */
async function pollerOf(ctx: TenantContext<UserActor>, appId: string) {
  const options = { name: "poller", permissions: ["BUILDS_READ" as const], expires: 600 };
  const { token } = await issueToken(ctx, ctx.actor.userId, options);
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": ctx.tenant.id };
  return (extra: Record<string, string> = {}) =>
    getRouteHandlers("/api/apps/{appId}/builds").GET(
      new Request(`http://host/api/apps/${appId}/builds`, { headers: { ...headers, ...extra } }),
    );
}
