import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import {
  auditLog,
  domainEvents,
  listingDecisions,
  listings,
  moderationStatistics,
  notices,
} from "@/db/schema/index.ts";
import { atTime, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type Context, database, systemContext, type UserActor } from "@/server/core/context.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { getMarketplaceItem } from "@/server/domains/marketplace/service.ts";
import { dispatchEvents } from "@/server/domains/notifications/callbacks/dispatch-events.ts";
import type { DecideListing } from "./input.ts";
import { UNDO_TIMEOUT_MS } from "./policy.ts";
import { decideListing, undoDecisions } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const dispatchAt = (ms: number) => dispatchEvents(atTime(systemContext("test"), ms));

async function submitted() {
  const member = await signInMember();
  const listing = await createListing(orm(), { tenantId: member.tenant.id, type: "THEME" });
  return { member, listing };
}

const decisionOn = (listingId: string): Record<"approve" | "reject" | "suspend", DecideListing> => ({
  approve: { listingId, action: "approve" },
  reject: { listingId, action: "reject", reason: "BROKEN", comment: "It crashes." },
  suspend: { listingId, action: "suspend", reason: "BROKEN", comment: "It crashes." },
});

const undo = async (admin: Context<UserActor>, listingId: string) => {
  const [outcome] = await undoDecisions(admin, { listingIds: [listingId] });
  return outcome;
};

const statusOf = async (id: string) => {
  const [row] = await orm().select().from(listings).where(eq(listings.id, id));
  return row && { status: row.status, decidedAt: row.decidedAt };
};
const eventsOf = async (id: string) =>
  (await orm().select().from(domainEvents).where(eq(domainEvents.subjectId, id))).map(({ type }) => type);
const noticesOf = (userId: string) => orm().select().from(notices).where(eq(notices.userId, userId));
const waits = async () => (await orm().select().from(moderationStatistics))[0];

describe("undoDecisions", () => {
  it.each(["approve", "reject"] as const)(
    "returns a listing to the queue after %s, untold",
    async (action) => {
      const { member, listing } = await submitted();
      const admin = await signInAdmin();
      const before = await waits();
      await decideListing(admin, decisionOn(listing.id)[action]);
      await dispatchEvents(systemContext("test"));
      await expect(undo(admin, listing.id)).resolves.toEqual({
        listingId: listing.id,
        status: "PENDING_APPROVAL",
      });
      expect(await statusOf(listing.id)).toEqual({ status: "PENDING_APPROVAL", decidedAt: null });
      expect(await orm().$count(listingDecisions, eq(listingDecisions.listingId, listing.id))).toBe(0);
      expect(await waits()).toEqual(before);
      await expect(getMarketplaceItem(admin, { type: "THEME", slug: listing.slug })).rejects.toMatchObject({
        code: "NOT_FOUND",
      });

      await dispatchAt(Date.now() + 2 * UNDO_TIMEOUT_MS);
      expect(await eventsOf(listing.id)).toEqual([]);
      expect(await noticesOf(member.actor.userId)).toEqual([]);
      const audit = await orm().select().from(auditLog).where(eq(auditLog.subjectId, listing.id));
      expect(audit.map((row) => row.action).sort()).toEqual([`listing.${action}`, "listing.undo"].sort());
    },
  );

  it("returns a suspended listing to the marketplace with the time of its approval", async () => {
    const { listing } = await submitted();
    const admin = await signInAdmin();
    await decideListing(admin, decisionOn(listing.id).approve);
    const approved = await statusOf(listing.id);
    await decideListing(admin, decisionOn(listing.id).suspend);
    await expect(undo(admin, listing.id)).resolves.toMatchObject({ status: "APPROVED" });
    expect(await statusOf(listing.id)).toEqual(approved);
    await expect(getMarketplaceItem(admin, { type: "THEME", slug: listing.slug })).resolves.toMatchObject({
      listingId: listing.id,
    });
    expect(await eventsOf(listing.id)).toEqual(["listing.approved"]);
    await expect(undo(admin, listing.id)).resolves.toMatchObject({ status: "PENDING_APPROVAL" });
  });

  it("is refused when the time is over, and the publisher is told once", async () => {
    const { member, listing } = await submitted();
    const admin = await signInAdmin();
    await decideListing(admin, decisionOn(listing.id).reject);
    const end = Date.now() + UNDO_TIMEOUT_MS;
    const outcome = await undo(atTime(admin, end), listing.id);
    expect(outcome).toMatchObject({ problem: { code: "INVALID_TRANSITION" } });
    await dispatchAt(end);
    await dispatchAt(end);
    expect(await noticesOf(member.actor.userId)).toMatchObject([{ kind: "LISTING_DECIDED" }]);
    // Dispatched by a clock that is ahead: also refused.
    expect(await undo(admin, listing.id)).toMatchObject({ problem: { code: "INVALID_TRANSITION" } });
    expect(await statusOf(listing.id)).toMatchObject({ status: "REJECTED" });
  });

  it("is refused to another admin, and after a withdrawal", async () => {
    const { member, listing } = await submitted();
    const [admin, other] = [await signInAdmin(), await signInAdmin()];
    await decideListing(admin, decisionOn(listing.id).approve);
    expect(await undo(other, listing.id)).toMatchObject({ problem: { code: "INVALID_TRANSITION" } });
    await withdrawListing(member, listing.id);
    expect(await undo(admin, listing.id)).toMatchObject({ problem: { code: "INVALID_TRANSITION" } });
    expect(await statusOf(listing.id)).toMatchObject({ status: "WITHDRAWN" });
    await expect(undoDecisions(member, { listingIds: [listing.id] })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  it("races with the dispatch: either the publisher is told or the decision is undone", async () => {
    for (let round = 0; round < 10; round++) {
      const { member, listing } = await submitted();
      const admin = await signInAdmin();
      await decideListing(admin, decisionOn(listing.id).reject);
      const [outcome] = await Promise.all([
        undo(admin, listing.id),
        dispatchAt(Date.now() + UNDO_TIMEOUT_MS),
      ]);
      const told = await noticesOf(member.actor.userId);
      expect(told).toHaveLength(outcome?.problem ? 1 : 0);
      expect(await statusOf(listing.id)).toMatchObject({
        status: outcome?.problem ? "REJECTED" : "PENDING_APPROVAL",
      });
    }
  });
});

it("a later event of a held decision's listing waits for it, and those of others do not", async () => {
  const [held, free] = [await submitted(), await submitted()];
  const admin = await signInAdmin();
  await decideListing(admin, decisionOn(held.listing.id).approve);
  await withdrawListing(held.member, held.listing.id);
  await withdrawListing(free.member, free.listing.id);
  const undispatched = async (id: string) =>
    (await orm().select().from(domainEvents).where(eq(domainEvents.subjectId, id)))
      .filter(({ dispatchedAt }) => dispatchedAt === null)
      .map(({ type }) => type);
  await dispatchEvents(systemContext("test"));
  expect(await undispatched(held.listing.id)).toEqual(["listing.approved", "listing.withdrawn"]);
  expect(await undispatched(free.listing.id)).toEqual([]);
  await dispatchAt(Date.now() + UNDO_TIMEOUT_MS);
  expect(await undispatched(held.listing.id)).toEqual([]);
});
