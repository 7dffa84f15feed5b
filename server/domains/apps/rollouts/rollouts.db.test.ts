import { and, asc, eq, inArray, sql } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { createApp, createTenant, createUser } from "@/db/factories.ts";
import { auditLog, domainEvents, installations, listings, rolloutMoves, tenants } from "@/db/schema/index.ts";
import {
  atTime,
  NIL_ID,
  sessionOfActor,
  setUpPlatform,
  signInAdmin,
  signInMember,
} from "@/e2e/support/platform.ts";
import {
  createBuilds,
  createInstallation,
  createItem,
  createTenantInRing,
  getRollout,
  ringOfTenant,
} from "@/e2e/support/rollouts.ts";
import { database, systemContext, type TenantContext, type UserActor } from "@/server/core/context.ts";
import { completeEnv, env } from "@/server/core/env/env.ts";
import { NO_CODE, UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import { decideListing, undoDecisions } from "@/server/domains/moderation/service.ts";
import { createCaller } from "@/server/router.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { InstallationUpdates, ListingType } from "@/shared/vocabulary.ts";
import { listInstallations, setInstallation } from "../installations/service.ts";
import { advanceRollout } from "./advance.ts";
import { ListRollouts } from "./input.ts";
import { browseRollouts, controlAnyRollout, controlRollout, findAnyRollout, findRollout } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const HOUR_MS = 3_600_000;

const installed = async (ids: string | string[]) =>
  (
    await orm()
      .select({ version: listings.version, hold: installations.hold })
      .from(installations)
      .innerJoin(listings, eq(listings.id, installations.listingId))
      .where(inArray(installations.id, [ids].flat()))
      .orderBy(asc(installations.id))
  ).map(({ version, hold }) => (hold ? `${version} (${hold.version} on hold)` : version));

/** Publisher with version 1.0.0, and a version whose approval starts a rollout. */
async function startItem({
  type = "APP_PLUGIN",
  to = "1.0.1",
  permissions = [],
}: {
  type?: ListingType;
  to?: string;
  permissions?: string[];
} = {}) {
  const ctx = await signInMember();
  const admin = await signInAdmin();
  const item = await createItem(orm(), ctx.tenant.id, type);
  const first = await item.addVersion("1.0.0");
  const install = async (
    ring: number,
    options: { updates?: InstallationUpdates; acceptedPermissions?: string[]; listingId?: string } = {},
    tenant: { createdBy?: string; createdAt?: Date } = {},
  ) => {
    const { id: tenantId } = ring === 1 ? ctx.tenant : await createTenantInRing(orm(), item, ring, tenant);
    return createInstallation(orm(), { tenantId, listingId: first.id, ...options });
  };
  const approve = async (version = to, of = permissions) => {
    const listing = await item.addVersion(version, of, true);
    const now = Date.now();
    await decideListing(atTime(admin, now), { listingId: listing.id, action: "approve" });
    const startedAt = now + UNDO_TIMEOUT_MS;
    /** Advances the rollout as it is some hours after its start. */
    const advance = async (hours: number) => {
      const { id } = await getRollout(orm(), listing.id);
      await advanceRollout(atTime(systemContext("test"), startedAt + hours * HOUR_MS), id);
    };
    return { id: listing.id, startedAt, advance, rollout: () => getRollout(orm(), listing.id) };
  };
  return { ctx, admin, item, first, install, approve };
}

type Approved = Awaited<ReturnType<Awaited<ReturnType<typeof startItem>>["approve"]>>;

/** Moves ring two with apps whose builds passed before, and fail now. */
async function failRingTwo(
  { install, approve }: Awaited<ReturnType<typeof startItem>>,
  {
    apps = 4,
    failed = 1,
    completed = 0,
    tenant = {},
  }: {
    apps?: number;
    failed?: number;
    completed?: number;
    tenant?: { createdBy?: string; createdAt?: Date };
  } = {},
) {
  const rows = [];
  for (let index = 0; index < apps; index += 1) rows.push(await install(2, {}, tenant));
  const later = await install(4);
  const approved = await approve();
  for (const row of rows)
    await createBuilds(orm(), {
      tenantId: row.tenantId,
      appId: row.appId,
      at: Date.now() - HOUR_MS,
      completed: 5,
    });
  for (const hours of [0, 1]) await approved.advance(hours);
  for (const { tenantId, appId } of rows) {
    const at = approved.startedAt + HOUR_MS + 60_000;
    await createBuilds(orm(), { tenantId, appId, listingId: approved.id, at, failed, completed });
  }
  await approved.advance(1.1);
  return { rows, later, approved };
}

describe("rings", () => {
  it("cannot be computed without the key, and a new key moves nothing back", async () => {
    const { install, approve } = await startItem();
    const rows = [];
    for (let index = 0; index < 12; index += 1) rows.push(await install(2));
    const ids = rows.map(({ id }) => id);
    const { advance, rollout } = await approve();
    for (const hours of [0, 1]) await advance(hours);
    expect(new Set(await installed(ids))).toEqual(new Set(["1.0.1"]));
    const { NEXTAUTH_SECRET = "" } = env();
    completeEnv({ NEXTAUTH_SECRET: "another-session-secret-for-tests-of-32-bytes" });
    const { type, slug } = await rollout();
    expect(new Set(rows.map(({ tenantId }) => ringOfTenant(tenantId, { type, slug })))).not.toEqual(
      new Set([2]),
    );
    await advance(2);
    completeEnv({ NEXTAUTH_SECRET });
    expect(new Set(await installed(ids))).toEqual(new Set(["1.0.1"]));
    expect(await rollout()).toMatchObject({ moved: [0, 12, 0, 0] });
  });

  it("open in their order: the publisher at once, 10 % after an hour, 50 % after six, all after a day", async () => {
    const { install, approve } = await startItem();
    const rows = [await install(1), await install(2), await install(3), await install(4)];
    const ids = rows.map(({ id }) => id);
    const { advance, rollout } = await approve();
    const versions = async () => (await Promise.all(ids.map((id) => installed(id)))).flat();
    await advance(-0.001);
    expect(await versions()).toEqual(["1.0.0", "1.0.0", "1.0.0", "1.0.0"]);
    await advance(0);
    expect(await versions()).toEqual(["1.0.1", "1.0.0", "1.0.0", "1.0.0"]);
    await advance(0.99);
    expect(await rollout()).toMatchObject({ ring: 1, moved: [1, 0, 0, 0], remaining: [0, 1, 1, 1] });
    await advance(1);
    expect(await versions()).toEqual(["1.0.1", "1.0.1", "1.0.0", "1.0.0"]);
    await advance(6);
    expect(await versions()).toEqual(["1.0.1", "1.0.1", "1.0.1", "1.0.0"]);
    await advance(23.9);
    expect(await rollout()).toMatchObject({ ring: 3, state: "RUNNING" });
    await advance(24);
    expect(await versions()).toEqual(["1.0.1", "1.0.1", "1.0.1", "1.0.1"]);
    expect(await rollout()).toMatchObject({
      state: "COMPLETED",
      moved: [1, 1, 1, 1],
      remaining: [0, 0, 0, 0],
    });
  });

  it("keep their intervals after the platform was down", async () => {
    const { install, approve } = await startItem();
    const last = await install(4);
    const { advance, rollout } = await approve();
    await advance(48);
    expect(await rollout()).toMatchObject({ ring: 1 });
    await advance(49);
    expect(await rollout()).toMatchObject({ ring: 2 });
    expect(await installed(last.id)).toEqual(["1.0.0"]);
  });

  it("reach an installation whose policy changes while the ring is open", async () => {
    const { install, approve } = await startItem();
    const late = await install(2, { updates: "MANUAL" });
    const { advance, rollout } = await approve();
    await advance(0);
    await advance(1);
    expect(await rollout()).toMatchObject({ manual: 1, moved: [0, 0, 0, 0] });
    await orm().update(installations).set({ updates: "PATCH" }).where(eq(installations.id, late.id));
    await advance(2);
    expect(await installed(late.id)).toEqual(["1.0.1"]);
  });

  it("record each update with its audit row and event, once with several processes", async () => {
    const { install, approve } = await startItem();
    const row = await install(1);
    const { advance, rollout } = await approve();
    await Promise.all([advance(0), advance(0), advance(0)]);
    const { id: rolloutId } = await rollout();
    const audit = await orm().select().from(auditLog).where(eq(auditLog.subjectId, row.id));
    expect(audit).toMatchObject([
      {
        action: "installation.update",
        tenantId: row.tenantId,
        actorKind: "system",
        before: { version: "1.0.0" },
        after: { version: "1.0.1", rolloutId },
      },
    ]);
    const events = await orm().select().from(domainEvents).where(eq(domainEvents.subjectId, row.id));
    expect(events).toMatchObject([
      { type: "installation.updated", data: { version: "1.0.1", previousVersion: "1.0.0", rolloutId } },
    ]);
    const advanced = await orm()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, rolloutId))
      .orderBy(asc(auditLog.at), asc(auditLog.id));
    expect(advanced.map(({ action }) => action)).toEqual(["rollout.start", "rollout.advance"]);
  });

  it("move system plugins of tenants, and themes", async () => {
    for (const type of ["SYSTEM_PLUGIN", "THEME"] as const) {
      const { install, approve } = await startItem({ type });
      const row = await install(1);
      const { advance } = await approve();
      await advance(0);
      expect(await installed(row.id)).toEqual(["1.0.1"]);
    }
  });

  it("wait for an app that a member is changing", async () => {
    const { install, approve } = await startItem();
    const row = await install(1);
    const { advance, rollout } = await approve();
    const other = postgres(env().DATABASE_URL ?? "", { max: 1 });
    await other.begin(async (tx) => {
      await tx`select set_config('drydock.scope', '*', true)`;
      await tx`select from apps where id = ${row.appId} for update`;
      await advance(0);
      expect(await rollout()).toMatchObject({ ring: 1, moved: [0, 0, 0, 0], remaining: [1, 0, 0, 0] });
    });
    await other.end();
    await advance(0);
    expect(await installed(row.id)).toEqual(["1.0.1"]);
  });
});

describe("an installation", () => {
  const cases: [
    string,
    { to: string; updates?: InstallationUpdates; permissions?: string[]; accepted?: string[] },
    boolean,
  ][] = [
    ["with patch updates gets a patch", { to: "1.0.1", updates: "PATCH" }, true],
    ["with patch updates gets no minor version", { to: "1.1.0", updates: "PATCH" }, false],
    ["with minor updates gets a minor version", { to: "1.1.0", updates: "MINOR" }, true],
    ["with manual updates gets nothing", { to: "1.0.1", updates: "MANUAL" }, false],
    ["gets no new permission", { to: "1.0.1", permissions: ["network"] }, false],
    [
      "gets a permission that it consented to",
      { to: "1.0.1", permissions: ["network"], accepted: ["network"] },
      true,
    ],
  ];
  it.each(cases)("%s", async (_, { to, updates = "MINOR", permissions = [], accepted = [] }, isMoved) => {
    const { install, approve } = await startItem({ to, permissions });
    const row = await install(1, { updates, acceptedPermissions: accepted });
    const { advance } = await approve();
    await advance(0);
    expect(await installed(row.id)).toEqual([isMoved ? to : "1.0.0"]);
  });

  it.each(["2.0.0", "1.1.0-beta.1"])("is not updated to %s", async (to) => {
    const { install, approve, item } = await startItem({ to });
    const row = await install(1);
    if (to === "2.0.0") await item.addVersion("2.0.0-rc.1");
    const { id } = await approve();
    if (to === "2.0.0") {
      await advanceRollout(
        atTime(systemContext("test"), Date.now() + 48 * HOUR_MS),
        (await getRollout(orm(), id)).id,
      );
    } else await expect(getRollout(orm(), id)).rejects.toThrow("no rollout");
    expect(await installed(row.id)).toEqual(["1.0.0"]);
  });

  it("at 0.x follows patches of its minor number alone, whatever its policy", async () => {
    const { ctx, admin, item } = await startItem();
    const { id: listingId } = await item.addVersion("0.1.0");
    const row = await createInstallation(orm(), { tenantId: ctx.tenant.id, listingId });
    const approve = async (version: string) => {
      const { id } = await item.addVersion(version, [], true);
      const now = Date.now();
      await decideListing(atTime(admin, now), { listingId: id, action: "approve" });
      return { id, startedAt: now + UNDO_TIMEOUT_MS };
    };
    await expect(getRollout(orm(), (await approve("0.2.0")).id)).rejects.toThrow("no rollout");
    const patch = await approve("0.1.1");
    const { id } = await getRollout(orm(), patch.id);
    await advanceRollout(atTime(systemContext("test"), patch.startedAt), id);
    expect(await installed(row.id)).toEqual(["0.1.1"]);
    await approve("0.0.1");
    await expect(getRollout(orm(), (await approve("0.0.2")).id)).rejects.toThrow("no rollout");
  });

  it("is moved once by a rollout: what a person sets afterwards stays", async () => {
    const { ctx, install, approve, item } = await startItem();
    const row = await install(1);
    const { advance } = await approve();
    await advance(0);
    const { type, slug } = item;
    const content = { version: "1.0.0", updates: "MINOR" as const, acceptPermissions: [] };
    await setInstallation(ctx, { appId: row.appId, type, slug, ...content });
    await advance(1);
    expect(await installed(row.id)).toEqual(["1.0.0"]);
  });
});

describe("a version", () => {
  it("has no rollout as the first of its major number, and none after an undone approval", async () => {
    const { admin, item } = await startItem();
    const major = await item.addVersion("2.0.0", [], true);
    await decideListing(admin, { listingId: major.id, action: "approve" });
    await expect(getRollout(orm(), major.id)).rejects.toThrow();
    const patch = await item.addVersion("1.0.1", [], true);
    await decideListing(admin, { listingId: patch.id, action: "approve" });
    await undoDecisions(admin, { listingIds: [patch.id] });
    await expect(getRollout(orm(), patch.id)).rejects.toThrow();
    await decideListing(admin, { listingId: patch.id, action: "approve" });
    expect(await getRollout(orm(), patch.id)).toMatchObject({ state: "RUNNING", ring: 0 });
  });

  it("without code has no rollout", async () => {
    const { admin, item } = await startItem();
    const { id } = await item.addVersion("1.0.1", [], true);
    await orm().update(listings).set({ archiveSha256: null }).where(eq(listings.id, id));
    const acknowledgedFindings = [NO_CODE];
    await decideListing(admin, { listingId: id, action: "approve", acknowledgedFindings });
    await expect(getRollout(orm(), id)).rejects.toThrow("no rollout");
  });

  it("that is suspended moves nothing until it is restored; a withdrawn one stops", async () => {
    const { ctx, admin, install, approve } = await startItem();
    const row = await install(1);
    const { id, advance, rollout } = await approve();
    await decideListing(admin, { listingId: id, action: "suspend", reason: "BROKEN", comment: "x" });
    await advance(0);
    expect(await installed(row.id)).toEqual(["1.0.0"]);
    await decideListing(admin, { listingId: id, action: "restore", comment: "x" });
    await orm().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, ctx.tenant.id));
    await advance(0);
    expect(await installed(row.id)).toEqual(["1.0.0"]);
    await orm().update(tenants).set({ suspendedAt: null }).where(eq(tenants.id, ctx.tenant.id));
    await advance(0);
    expect(await installed(row.id)).toEqual(["1.0.1"]);
    await orm().update(listings).set({ status: "WITHDRAWN" }).where(eq(listings.id, id));
    await advance(1);
    expect(await rollout()).toMatchObject({ state: "STOPPED" });
  });

  it("supersedes an earlier one of the same minor number, unless it asks for more", async () => {
    const { install, approve } = await startItem();
    const row = await install(4);
    const first = await approve("1.0.1", ["network"]);
    await first.advance(0);
    const wider = await approve("1.0.2", ["network", "storage"]);
    await wider.advance(0);
    await first.advance(1);
    expect(await first.rollout()).toMatchObject({ state: "RUNNING" });
    const later = await approve("1.0.3");
    await later.advance(0);
    await first.advance(1.5);
    await wider.advance(1.5);
    expect([await first.rollout(), await wider.rollout()]).toMatchObject([
      { state: "SUPERSEDED" },
      { state: "SUPERSEDED" },
    ]);
    for (const hours of [1, 6, 24]) await later.advance(hours);
    expect(await installed(row.id)).toEqual(["1.0.3"]);
  });
});

describe("a hold", () => {
  it("follows failures in several apps, holds those not reached, and records reason and events", async () => {
    const started = await startItem();
    const { rows, later, approved } = await failRingTwo(started);
    expect(await approved.rollout()).toMatchObject({
      state: "HELD",
      buildsBefore: 20,
      failedBefore: 0,
      buildsAfter: 4,
      failedAfter: 4,
      failingApps: 4,
      heldBy: null,
      holdReason:
        "4 of 4 builds failed (100%) with this version, in 4 apps. Before the update, 0 of 20 builds failed (0%).",
    });
    await approved.advance(48);
    expect(await installed(rows.map(({ id }) => id))).toEqual(rows.map(() => "1.0.1"));
    expect(await installed(later.id)).toEqual(["1.0.0 (1.0.1 on hold)"]);
    const events = await orm()
      .select({ type: domainEvents.type, tenantId: domainEvents.tenantId })
      .from(domainEvents)
      .where(inArray(domainEvents.subjectId, [later.id, (await approved.rollout()).id]))
      .orderBy(asc(domainEvents.sequence));
    expect(events).toEqual([
      { type: "rollout.held", tenantId: started.ctx.tenant.id },
      { type: "installation.held", tenantId: later.tenantId },
    ]);
  });

  it.each([
    ["two failing apps", { apps: 2, failed: 5 }],
    ["a rate as before", { apps: 4, failed: 1, completed: 15 }],
  ])("does not follow %s", async (_, counts) => {
    const { approved } = await failRingTwo(await startItem(), counts);
    expect(await approved.rollout()).toMatchObject({ state: "RUNNING" });
  });

  it("does not follow the tenants of one person, whose builds count as five, nor new tenants", async () => {
    const { id: createdBy, name } = await createUser(orm());
    const started = await startItem();
    const one = await failRingTwo(started, { apps: 6, failed: 5, tenant: { createdBy } });
    expect(await one.approved.rollout()).toMatchObject({ state: "RUNNING", buildsAfter: 5, failedAfter: 5 });
    expect(await findAnyRollout(started.admin, { listingId: one.approved.id })).toMatchObject({
      decidedBy: [{ person: createdBy, madeBy: name, after: { builds: 5, failed: 5 } }],
    });
    const createdAt = new Date(Date.now() - 6 * DAY_MS);
    const young = await failRingTwo(await startItem(), { apps: 6, failed: 5, tenant: { createdAt } });
    expect(await young.approved.rollout()).toMatchObject({ state: "RUNNING", buildsAfter: 0 });
  });

  it("names those whose builds decided to Super Admins alone, as they were at that time", async () => {
    const { ctx, admin, ...started } = await startItem();
    const { rows, approved } = await failRingTwo({ ctx, admin, ...started });
    const [late] = rows;
    if (!late) throw new Error("no installations");
    await createBuilds(orm(), { ...late, listingId: approved.id, at: Date.now() + 9 * HOUR_MS, failed: 1 });
    const seen = await findAnyRollout(admin, { listingId: approved.id });
    expect(
      seen?.decidedBy.map(({ tenants: [tenant], after }) => [tenant?.id, after.failed]).toSorted(),
    ).toEqual(rows.map(({ tenantId }) => [tenantId, 1]).toSorted());
    expect(await findRollout(ctx, { listingId: approved.id })).not.toHaveProperty("decidedBy");
    await controlAnyRollout(admin, { listingId: approved.id, action: "resume" });
    expect(await findAnyRollout(admin, { listingId: approved.id })).toMatchObject({ state: "RUNNING" });
  });

  it("counts neither retries, nor what the platform ended, nor builds without the version", async () => {
    const { approved, rows } = await failRingTwo(await startItem(), { failed: 0, completed: 1 });
    const at = new Date(approved.startedAt + 2 * HOUR_MS).toISOString();
    for (const { tenantId, appId } of rows) {
      const [row] = await orm().execute(sql`select id from builds where app_id = ${appId} limit 1`);
      const insert = (columns: string, values: ReturnType<typeof sql>) =>
        orm().execute(sql`
          with number as (update apps set last_build_number = last_build_number + 1 where id = ${appId} returning last_build_number),
          build as (
            insert into builds (id, tenant_id, app_id, number, platform, version, status, created_at, finished_at, ${sql.raw(columns)})
            select gen_random_uuid(), ${tenantId}, ${appId}, last_build_number, 'ANDROID', '1', 'FAILED', ${at}, ${at}, ${values} from number
            returning id
          )
          insert into build_inputs (build_id, tenant_id, inputs)
          select id, ${tenantId}, ${JSON.stringify([{ listingId: approved.id }])}::jsonb from build`);
      await insert("end_reason", sql`'CANCELLED'`);
      await insert("end_reason", sql`'WORKER_LOST'`);
      await insert("retry_of", sql`${row?.["id"]}::uuid`);
      await createBuilds(orm(), { tenantId, appId, at: approved.startedAt + 2 * HOUR_MS, failed: 3 });
    }
    await approved.advance(3);
    expect(await approved.rollout()).toMatchObject({
      state: "RUNNING",
      buildsAfter: 4,
      failedAfter: 0,
      buildsBefore: 20,
    });
  });

  it("is resumed with the rest of its interval, and not repeated for the same failures", async () => {
    const { ctx, ...started } = await startItem();
    const { later, approved } = await failRingTwo({ ctx, ...started });
    const resumedAt = approved.startedAt + 100 * HOUR_MS;
    const view = await controlRollout(atTime(ctx, resumedAt), { listingId: approved.id, action: "resume" });
    expect(view).toMatchObject({ state: "RUNNING", hold: null });
    expect(new Date(view.nextRingAt ?? 0).getTime()).toBe(resumedAt + 4.9 * HOUR_MS);
    await approved.advance(101);
    expect(await installed(later.id)).toEqual(["1.0.0"]);
    // The figures stay, although they no longer count.
    expect(await approved.rollout()).toMatchObject({
      state: "RUNNING",
      ring: 2,
      buildsBefore: 20,
      buildsAfter: 4,
      failedAfter: 4,
    });
    for (const hours of [105, 123]) await approved.advance(hours);
    expect(await installed(later.id)).toEqual(["1.0.1"]);
    expect(await approved.rollout()).toMatchObject({ state: "COMPLETED" });
  });

  it("before the rollout begins holds nothing, since its approval can still be undone", async () => {
    const { ctx, admin, install, approve } = await startItem();
    const row = await install(2);
    const { id, startedAt, advance } = await approve();
    await controlRollout(ctx, { listingId: id, action: "hold" });
    await advance(-0.001);
    expect(await installed(row.id)).toEqual(["1.0.0"]);
    await undoDecisions(atTime(admin, startedAt - 1), { listingIds: [id] });
    expect(await findRollout(ctx, { listingId: id })).toBeNull();
  });

  it("is rolled back for what the rollout moved, and not for what a person set", async () => {
    const { ctx, admin, ...started } = await startItem();
    const { rows, later, approved } = await failRingTwo({ ctx, admin, ...started });
    const [kept, removed, ...others] = rows;
    if (!kept || !removed) throw new Error("no installations");
    const byHand = await createTenant(orm());
    const app = await createApp(orm(), { tenantId: byHand.id });
    const own = await createInstallation(orm(), { tenantId: byHand.id, listingId: approved.id });
    const third = await started.item.addVersion("1.1.0");
    await orm().update(installations).set({ listingId: third.id }).where(eq(installations.id, kept.id));
    await orm().delete(installations).where(eq(installations.id, removed.id));
    expect(app.tenantId).toBe(own.tenantId);

    const view = await controlAnyRollout(admin, {
      listingId: approved.id,
      action: "rollBack",
      reason: "It breaks builds.",
    });
    expect(view).toMatchObject({ state: "ROLLED_BACK", isSettling: true });
    await approved.advance(2);
    expect(await installed(kept.id)).toEqual(["1.1.0"]);
    expect(await installed(own.id)).toEqual(["1.0.1"]);
    for (const { id } of others) expect(await installed(id)).toEqual(["1.0.0 (1.0.1 on hold)"]);
    const [onHold] = await orm().select().from(installations).where(eq(installations.id, later.id));
    expect(onHold?.hold).toMatchObject({ version: "1.0.1", reason: "Rolled back. It breaks builds." });
    const row = await approved.rollout();
    expect(row).toMatchObject({ state: "ROLLED_BACK", moved: [0, 4, 0, 0], movedBack: 2 });
    expect(row.settledAt).not.toBeNull();
    expect(await orm().$count(rolloutMoves, eq(rolloutMoves.rolloutId, row.id))).toBe(4);
    const audit = await orm()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, others[0]?.id ?? ""), eq(auditLog.action, "installation.roll_back")));
    expect(audit).toMatchObject([{ before: { version: "1.0.1" }, after: { version: "1.0.0" } }]);
    await approved.advance(48);
    expect(await approved.rollout()).toMatchObject({ movedBack: 2 });
  });

  it("shows in the list of installations, with version, reason and time", async () => {
    const started = await startItem();
    const owner = await signInMember("OWNER");
    const row = await createInstallation(orm(), { tenantId: owner.tenant.id, listingId: started.first.id });
    const { id, advance, startedAt } = await started.approve();
    const hold = { listingId: id, action: "hold", reason: "Waiting for a fix." } as const;
    const view = await controlRollout(atTime(started.ctx, startedAt), hold);
    expect(view.hold).toMatchObject({ reason: "Waiting for a fix.", by: started.ctx.actor.name });
    await advance(0);
    expect(await listInstallations(owner, { appId: row.appId })).toMatchObject([
      {
        version: "1.0.0",
        state: "UPDATE_AVAILABLE",
        heldBack: {
          version: "1.0.1",
          reason: "Waiting for a fix.",
          since: new Date(startedAt).toISOString(),
        },
      },
    ]);
  });
});

describe("access", () => {
  const setUp = async () => {
    const started = await startItem();
    const approved: Approved = await started.approve();
    return { ...started, approved };
  };
  const hold = (listingId: string) => ({ listingId, action: "hold" }) as const;

  it("is for the publisher and Super Admins", async () => {
    const { ctx, admin, approved } = await setUp();
    const [stranger, viewer] = [await signInMember("OWNER"), await signInMember("VIEWER")];
    const inTenant = { ...viewer, tenant: ctx.tenant, scope: ctx.scope } as TenantContext<UserActor>;
    expect(await findRollout(inTenant, { listingId: approved.id })).toMatchObject({ state: "RUNNING" });
    await expect(controlRollout(inTenant, hold(approved.id))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    expect(await findRollout(stranger, { listingId: approved.id })).toBeNull();
    await expect(controlRollout(stranger, hold(approved.id))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(controlRollout(ctx, hold(NIL_ID))).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const refused of [
      findAnyRollout(stranger, { listingId: approved.id }),
      browseRollouts(stranger, ListRollouts.parse({})),
      controlAnyRollout(ctx, hold(approved.id)),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
    expect(await findAnyRollout(admin, { listingId: approved.id })).toMatchObject({ version: "1.0.1" });
    const page = await browseRollouts(admin, ListRollouts.parse({ state: ["RUNNING"], limit: 1 }));
    expect(page).toMatchObject({ rollouts: [{ listingId: approved.id }] });
    const next = await browseRollouts(admin, ListRollouts.parse({ cursor: page.nextCursor, limit: 1 }));
    expect(next.rollouts).not.toMatchObject([{ listingId: approved.id }]);
    expect(await controlAnyRollout(admin, hold(approved.id))).toMatchObject({
      state: "HELD",
      hold: { by: admin.actor.name },
    });
    expect(await findRollout(ctx, { listingId: approved.id })).toMatchObject({
      hold: { by: "a moderator", reason: "Put on hold by a moderator." },
    });
    await expect(controlRollout(ctx, hold(approved.id))).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });

  it("is refused by each procedure without a session, and to members of other tenants", async () => {
    const { ctx, approved } = await setUp();
    const stranger = await signInMember("OWNER");
    const { listingId } = { listingId: approved.id };
    const tenant = ctx.tenant.slug;
    const anonymous = createCaller({ session: null, requestId: "test" });
    const other = createCaller({ session: sessionOfActor(stranger.actor), requestId: "test" });
    for (const [caller, code] of [
      [anonymous, "UNAUTHORIZED"],
      [other, "NOT_FOUND"],
    ] as const) {
      await expect(caller.rollouts.ofListing({ tenant, listingId })).rejects.toMatchObject({ code });
      await expect(caller.rollouts.control({ tenant, ...hold(listingId) })).rejects.toMatchObject({ code });
    }
    for (const [caller, code] of [
      [anonymous, "UNAUTHORIZED"],
      [other, "FORBIDDEN"],
    ] as const) {
      await expect(caller.adminRollouts.browse({})).rejects.toMatchObject({ code });
      await expect(caller.adminRollouts.ofListing({ listingId })).rejects.toMatchObject({ code });
      await expect(caller.adminRollouts.control(hold(listingId))).rejects.toMatchObject({ code });
    }
  });
});
