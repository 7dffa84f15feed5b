import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApp, createBuild, createTenant } from "@/db/factories.ts";
import {
  buildInputs,
  domainEvents,
  installationDays,
  installations,
  rolloutMoves,
} from "@/db/schema/index.ts";
import {
  atTime,
  NIL_ID,
  sessionOfActor,
  setUpPlatform,
  signInAdmin,
  signInMember,
} from "@/e2e/support/platform.ts";
import { createInstallation, createItem, createRollout, getRollout } from "@/e2e/support/rollouts.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { restoreTenant, suspendTenant } from "@/server/domains/accounts/tenants/administer.ts";
import { getTenant } from "@/server/domains/accounts/tenants/list-tenants.ts";
import { queueBuild } from "@/server/domains/builds/service.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { getReview } from "@/server/domains/moderation/review.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { createCaller } from "@/server/router.ts";
import { announceUnavailable } from "./announce-unavailable.ts";
import { countInstallations, listInstallationHistory } from "./count-days.ts";
import { getOwnImpact, listApprovalImpacts } from "./impact.ts";
import { listInstallations } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const SUSPENSION = { action: "suspend", reason: "BROKEN", comment: "It crashes." } as const;

async function setUp() {
  const ctx = await signInMember();
  const admin = await signInAdmin();
  const item = await createItem(orm(), ctx.tenant.id);
  const listing = await item.addVersion("1.0.0");
  const tenants = [await createTenant(orm()), await createTenant(orm())];
  const rows = [];
  for (const tenant of [tenants[0], tenants[0], tenants[1]]) {
    rows.push(await createInstallation(orm(), { tenantId: tenant?.id ?? "", listingId: listing.id }));
  }
  return { ctx, admin, item, listing, rows };
}

const announced = async (ids: string[]) => {
  const rows = await orm()
    .select({ subjectId: domainEvents.subjectId, data: domainEvents.data })
    .from(domainEvents)
    .where(eq(domainEvents.type, "installation.unavailable"))
    .orderBy(asc(domainEvents.sequence));
  return rows.filter(({ subjectId }) => ids.includes(subjectId));
};

describe("impact of a decision", () => {
  it("counts installations, workspaces and builds in flight of a version", async () => {
    const { ctx, admin, item, listing, rows } = await setUp();
    for (const [row, status] of [
      [rows[0], "QUEUED"],
      [rows[1], "IN_PROGRESS"],
      [rows[2], "COMPLETED"],
    ] as const) {
      if (!row?.appId) throw new Error("no app");
      const { tenantId, appId } = row;
      const build = await createBuild(orm(), { tenantId, appId, status });
      const input = {
        type: item.type,
        slug: item.slug,
        version: "1.0.0",
        sha256: null,
        listingId: listing.id,
      };
      await orm()
        .insert(buildInputs)
        .values({ buildId: build.id, tenantId, inputs: [input] });
    }
    const other = await createApp(orm(), { tenantId: ctx.tenant.id });
    await createBuild(orm(), { tenantId: ctx.tenant.id, appId: other.id });
    const expected = { installations: 3, tenants: 2, builds: 2, updatable: 0, needConsent: 0, manual: 0 };
    expect(await getOwnImpact(ctx, { listingId: listing.id })).toEqual(expected);
    expect((await getReview(admin, listing.id)).impact).toEqual(expected);
  });

  it("counts what the rollout of a pending version can update, and what it cannot", async () => {
    const { ctx, item, listing } = await setUp();
    const { id: tenantId } = await createTenant(orm());
    await createInstallation(orm(), { tenantId, listingId: listing.id, updates: "MANUAL" });
    await createInstallation(orm(), { tenantId, listingId: listing.id, updates: "PATCH" });
    await createInstallation(orm(), { tenantId, listingId: listing.id, acceptedPermissions: ["network"] });
    const minor = await item.addVersion("1.1.0", ["network"], true);
    expect(await getOwnImpact(ctx, { listingId: minor.id })).toEqual({
      installations: 0,
      tenants: 0,
      builds: 0,
      updatable: 1,
      needConsent: 3,
      manual: 2,
    });
    const major = await item.addVersion("2.0.0", [], true);
    expect(await getOwnImpact(ctx, { listingId: major.id })).toMatchObject({ updatable: 0, manual: 0 });
    const early = await item.addVersion("1.2.0-rc.1", [], true);
    expect(await getOwnImpact(ctx, { listingId: early.id })).toMatchObject({ updatable: 0, manual: 0 });
  });

  it("counts at 0.x what the rollout reaches, and not what a rollout updated before", async () => {
    const { ctx, item } = await setUp();
    const { id: listingId } = await item.addVersion("0.1.0");
    const moved = await createInstallation(orm(), { tenantId: ctx.tenant.id, listingId });
    await createInstallation(orm(), { tenantId: ctx.tenant.id, listingId });
    const minor = await item.addVersion("0.2.0", [], true);
    expect(await getOwnImpact(ctx, { listingId: minor.id })).toMatchObject({ updatable: 0, manual: 0 });
    const patch = await item.addVersion("0.1.1", [], true);
    expect(await getOwnImpact(ctx, { listingId: patch.id })).toMatchObject({ updatable: 2, manual: 0 });
    await createRollout(orm(), patch.id, { state: "RUNNING" });
    const { id: rolloutId } = await getRollout(orm(), patch.id);
    const { id: installationId, tenantId, appId } = moved;
    const move = { rolloutId, installationId, tenantId, appId, fromListingId: listingId };
    await orm()
      .insert(rolloutMoves)
      .values({ ...move, ring: 1, movedAt: new Date() });
    expect(await getOwnImpact(ctx, { listingId: patch.id })).toMatchObject({ updatable: 1, manual: 0 });
  });

  it("is hidden from other tenants and without a session", async () => {
    const { ctx, listing } = await setUp();
    const stranger = await signInMember("OWNER");
    const input = { listingId: listing.id };
    await expect(getOwnImpact(stranger, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getOwnImpact(ctx, { listingId: NIL_ID })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const [session, code] of [
      [null, "UNAUTHORIZED"],
      [sessionOfActor(stranger.actor), "NOT_FOUND"],
    ] as const) {
      const { installations: caller } = createCaller({ session, requestId: "test" });
      const tenant = ctx.tenant.slug;
      await expect(caller.impact({ tenant, ...input })).rejects.toMatchObject({ code });
      await expect(caller.history({ tenant, type: "APP_PLUGIN", slug: "an-item" })).rejects.toMatchObject({
        code,
      });
    }
  });
});

describe("impact of a bulk approval", () => {
  it("is counted for each listing, for Super Admins alone", async () => {
    const { ctx, admin, item } = await setUp();
    const patch = await item.addVersion("1.0.1", [], true);
    const minor = await item.addVersion("1.1.0", ["network"], true);
    const listingIds = [patch.id, minor.id];
    const counted = await listApprovalImpacts(admin, { listingIds });
    expect(new Map(counted.map(({ listingId, ...counts }) => [listingId, counts]))).toEqual(
      new Map([
        [patch.id, { updatable: 3, needConsent: 0, manual: 0 }],
        [minor.id, { updatable: 0, needConsent: 3, manual: 0 }],
      ]),
    );
    await expect(listApprovalImpacts(ctx, { listingIds })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});

describe("a suspended version", () => {
  it("is announced to each installation once, with the remedy, when the decision cannot be undone", async () => {
    const { admin, item, listing, rows } = await setUp();
    const ids = rows.map(({ id }) => id);
    await item.addVersion("1.1.0");
    await decideListing(admin, { listingId: listing.id, ...SUSPENSION });
    const jobs = await database().systemDb.sql`
      select extract(epoch from run_at - now()) as seconds from graphile_worker.jobs
      where task_identifier = 'announce_unavailable' order by id desc limit 1`;
    expect(Number(jobs[0]?.["seconds"])).toBeGreaterThan(5);
    const system = systemContext("test");
    await Promise.all([
      announceUnavailable(system, { listingId: listing.id }),
      announceUnavailable(system, { listingId: listing.id }),
    ]);
    await announceUnavailable(system, { listingId: listing.id });
    const events = await announced(ids);
    expect(events.map(({ subjectId }) => subjectId).sort()).toEqual([...ids].sort());
    expect(events[0]?.data).toMatchObject({
      version: "1.0.0",
      status: "SUSPENDED",
      availableVersion: "1.1.0",
    });

    await decideListing(admin, { listingId: listing.id, action: "restore", comment: "Fixed." });
    await announceUnavailable(system, { listingId: listing.id });
    expect(await announced(ids)).toHaveLength(3);
    await decideListing(admin, { listingId: listing.id, ...SUSPENSION });
    await announceUnavailable(system, { listingId: listing.id });
    expect(await announced(ids)).toHaveLength(6);
  });

  it("is announced too when its publisher withdraws it", async () => {
    const { ctx, listing, rows } = await setUp();
    await withdrawListing(ctx, listing.id);
    await announceUnavailable(systemContext("test"), { listingId: listing.id });
    const events = await announced(rows.map(({ id }) => id));
    expect(events).toHaveLength(3);
    expect(events[0]?.data).toMatchObject({ status: "WITHDRAWN", availableVersion: null });
  });
});

describe("a suspended publisher", () => {
  it("takes its versions from builds of other workspaces, announced once, until it is restored", async () => {
    const system = systemContext("test");
    const { ctx, admin, item, listing, rows } = await setUp();
    const ids = rows.map(({ id }) => id);
    const publisherId = ctx.tenant.id;
    const builder = await signInMember("DEVELOPER");
    const installed = await createInstallation(orm(), { tenantId: builder.tenant.id, listingId: listing.id });
    const own = await createInstallation(orm(), { tenantId: publisherId, listingId: listing.id });
    const appId = installed.appId ?? "";
    const queue = () => queueBuild(builder, appId, { platform: "ANDROID", version: "1.0.0" });
    await queue();
    const impact = { installations: 4, tenants: 3, builds: 1 };
    expect((await getTenant(admin, publisherId)).impact).toEqual(impact);

    await suspendTenant(admin, { tenantId: publisherId, reason: "Invoices unpaid." });
    const [job] = await database().systemDb.sql`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'announce_unavailable' order by j.id desc limit 1`;
    expect(job?.["payload"]).toEqual({ publisherId });
    await Promise.all([
      announceUnavailable(system, { publisherId }),
      announceUnavailable(system, { publisherId }),
    ]);
    await announceUnavailable(system, { listingId: listing.id });
    const events = await announced([...ids, installed.id, own.id]);
    expect(events.map(({ subjectId }) => subjectId).sort()).toEqual([...ids, installed.id].sort());
    expect(events[0]?.data).toMatchObject({ version: "1.0.0", status: "SUSPENDED", availableVersion: null });
    await expect(queue()).rejects.toMatchObject({
      code: "INPUT_UNAVAILABLE",
      message: expect.stringContaining(`${item.slug} 1.0.0`),
    });
    expect(await listInstallations(builder, { appId })).toMatchObject([
      { state: "UNAVAILABLE", current: null },
    ]);

    await restoreTenant(admin, publisherId);
    expect(await listInstallations(builder, { appId })).toMatchObject([{ state: "OK", current: "1.0.0" }]);
    await expect(queue()).resolves.toMatchObject({ status: "QUEUED" });
    await announceUnavailable(system, { publisherId });
    expect(await announced([...ids, installed.id, own.id])).toHaveLength(4);
    await suspendTenant(admin, { tenantId: publisherId, reason: "Again." });
    await announceUnavailable(system, { publisherId });
    expect(await announced([...ids, installed.id, own.id])).toHaveLength(8);
  });
});

describe("installations by day", () => {
  it("are counted by version, down to 0, and shown to the publisher alone", async () => {
    const { ctx, item, listing, rows } = await setUp();
    const today = Date.UTC(2026, 5, 20, 12);
    const count = (days: number) =>
      countInstallations(atTime(systemContext("test"), today + days * 86_400_000));
    const next = await item.addVersion("1.1.0");
    await count(-2);
    await orm()
      .update(installations)
      .set({ listingId: next.id })
      .where(eq(installations.id, rows[0]?.id ?? ""));
    await count(-1);
    await orm().update(installations).set({ listingId: next.id }).where(eq(installations.slug, item.slug));
    await count(0);
    await count(0);
    const history = await listInstallationHistory(atTime(ctx, today), item);
    expect(history.map(({ version, days }) => [version, days.length, ...days.slice(-3)])).toEqual([
      ["1.1.0", 30, 0, 1, 3],
      ["1.0.0", 30, 3, 2, 0],
    ]);
    await count(1);
    const kept = and(eq(installationDays.listingId, listing.id), eq(installationDays.day, "2026-06-21"));
    expect(await orm().$count(installationDays, kept)).toBe(0);
    expect(await listInstallationHistory(await signInMember("OWNER"), item)).toEqual([]);
  });
});
