import { describe, expect, it } from "vitest";
import { createApp, createBuild, createListing, createTenant } from "@/db/factories.ts";
import {
  billingEvents,
  buildWorkers,
  itemReports,
  mails,
  notificationChannels,
  rollouts,
} from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { DAY_MS, HOUR_MS } from "@/shared/time.ts";
import { getAttention } from "./service.ts";

setUpPlatform();

const ago = (ms: number) => new Date(Date.now() - ms);

describe("getAttention", () => {
  it("has zero counts when nothing needs attention", async () => {
    const figures = await getAttention(await signInAdmin());
    for (const { count, since } of Object.values(figures))
      expect({ count, since }).toEqual({ count: 0, since: null });
    expect(figures.pendingListings.days).toEqual(Array.from({ length: 14 }, () => 0));
  });

  it("counts pending, failed, stuck and offline, with the last 14 days", async () => {
    const { orm } = database().systemDb;
    const admin = await signInAdmin();
    const { id: tenantId } = await createTenant(orm);
    const oldest = ago(3 * DAY_MS);
    await createListing(orm, { tenantId, type: "APP_PLUGIN", submittedAt: oldest });
    await createListing(orm, { tenantId, type: "APP_PLUGIN" });
    await createListing(orm, { tenantId, type: "THEME", status: "APPROVED", submittedAt: ago(20 * DAY_MS) });
    const { id: appId } = await createApp(orm, { tenantId });
    await createBuild(orm, { tenantId, appId, status: "FAILED" });
    await createBuild(orm, { tenantId, appId, status: "FAILED", finishedAt: ago(2 * DAY_MS) });
    await createBuild(orm, { tenantId, appId, status: "IN_PROGRESS", updatedAt: ago(2 * HOUR_MS) });
    await orm.insert(billingEvents).values(
      (["FAILED", "WAITING", "APPLIED"] as const).map((state) => ({
        id: admin.newId(),
        provider: "STRIPE" as const,
        eventId: `evt_${state}`,
        type: "invoice.paid",
        payload: "{}",
        state,
        occurredAt: new Date(),
      })),
    );
    await orm.insert(notificationChannels).values([
      { id: admin.newId(), name: "Ill", url: "https://a.example", secret: "s", failingSince: oldest },
      { id: admin.newId(), name: "Well", url: "https://b.example", secret: "s" },
    ]);
    await orm.insert(buildWorkers).values(
      [1_000, HOUR_MS, 30 * DAY_MS].map((silentMs, index) => ({
        forgottenAt: silentMs > DAY_MS ? ago(DAY_MS) : null,
        id: `worker-${index}`,
        platforms: [],
        firstSeenAt: ago(40 * DAY_MS),
        lastSeenAt: ago(silentMs),
      })),
    );

    for (const state of ["RUNNING", "HELD"] as const) {
      const {
        id: listingId,
        type,
        slug,
      } = await createListing(orm, {
        tenantId,
        type: "THEME",
        status: "APPROVED",
        submittedAt: ago(20 * DAY_MS),
      });
      const times = { startedAt: oldest, nextRingAt: oldest, measuredFrom: oldest };
      const hold = { heldAt: oldest, holdReason: "Builds failed." };
      await orm
        .insert(rollouts)
        .values({ id: admin.newId(), tenantId, listingId, type, slug, state, ...times, ...hold });
    }

    const reported = await createListing(orm, {
      tenantId,
      type: "THEME",
      status: "APPROVED",
      submittedAt: ago(30 * DAY_MS),
    });
    const report = { listingId: reported.id, reason: "BROKEN" as const, text: "It does not start." };
    const closed = { status: "DISMISSED" as const, note: "It does", closedAt: new Date() };
    await orm.insert(itemReports).values([
      { ...report, id: admin.newId(), reportedAt: oldest },
      { ...report, ...closed, id: admin.newId(), reportedAt: ago(5 * DAY_MS) },
    ]);

    await orm.insert(mails).values(
      (["FAILED", "QUEUED", "DISMISSED"] as const).map((state) => ({
        id: admin.newId(),
        eventKey: state,
        kind: "SECURITY" as const,
        toAddress: "ada@drydock.test",
        subject: "Notice",
        state,
        createdAt: oldest,
      })),
    );

    const figures = await getAttention(admin);

    expect(figures.failedMails).toMatchObject({ count: 1, since: oldest.toISOString() });
    expect(figures.openReports).toMatchObject({ count: 1, since: oldest.toISOString() });
    expect(figures.pendingListings).toMatchObject({ count: 2, since: oldest.toISOString() });
    expect(figures.pendingListings.days?.slice(-4)).toEqual([1, 0, 0, 1]);
    expect(figures.failedBuilds).toMatchObject({ count: 1 });
    expect(figures.failedBuilds.days?.at(-1)).toBe(2);
    expect(figures.stuckBuilds).toMatchObject({ count: 1 });
    expect(figures.unresolvedPayments).toMatchObject({ count: 2 });
    expect(figures.unresolvedPayments.days?.at(-1)).toBe(2);
    expect(figures.failingChannels).toMatchObject({ count: 1, since: oldest.toISOString() });
    expect(figures.offlineWorkers).toMatchObject({ count: 1 });
    expect(figures.heldRollouts).toMatchObject({ count: 1, since: oldest.toISOString() });
  });

  it("is for Super Admins only", async () => {
    for (const ctx of [await signInMember("OWNER"), systemContext("public")]) {
      await expect(getAttention(ctx)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
  });
});
