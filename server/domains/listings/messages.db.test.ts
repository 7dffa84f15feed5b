import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { auditLog, listingDecisions, notices } from "@/db/schema/index.ts";
import { atTime, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { UNDO_TIMEOUT_MS } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { dispatchEvents } from "@/server/domains/notifications/callbacks/dispatch-events.ts";
import { HOUR_MS } from "@/shared/time.ts";
import { replyToModerators, writeToPublisher } from "./messages.ts";
import { getListingReview } from "./review.ts";
import { withdrawListing } from "./service.ts";

setUpPlatform();

async function rejectedListing() {
  const [publisher, admin] = [await signInMember(), await signInAdmin()];
  const listing = await createListing(database().systemDb.orm, {
    tenantId: publisher.tenant.id,
    type: "THEME",
    submittedBy: publisher.actor.userId,
  });
  await decideListing(admin, {
    listingId: listing.id,
    action: "reject",
    reason: "LICENSE",
    comment: "There is none.",
  });
  return { publisher, admin, listingId: listing.id };
}

const noticesOf = (userId: string) =>
  database()
    .systemDb.orm.select({ title: notices.title, detail: notices.detail, path: notices.path })
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.kind, "LISTING_MESSAGE")));

describe("a conversation about a listing", () => {
  it("contains messages, reason and remedy, with anonymous moderators", async () => {
    const { publisher, admin, listingId } = await rejectedListing();
    await replyToModerators(publisher, { listingId, text: "It is in README.md." });
    await writeToPublisher(admin, { listingId, text: "Then name it in the manifest, too." });
    await expect(getListingReview(publisher, listingId)).resolves.toMatchObject({
      status: "REJECTED",
      review: null,
      dueAt: null,
      reason: { id: "LICENSE", title: "License issue", help: expect.stringContaining("license") },
      acts: [{ action: "REJECTED", reason: "LICENSE", comment: "There is none." }],
      messages: [
        { from: "PUBLISHER", by: publisher.actor.name, text: "It is in README.md." },
        { from: "MODERATOR", by: null, text: "Then name it in the manifest, too." },
      ],
    });
  });

  it("notifies the other side, and audits each message once", async () => {
    const { publisher, admin, listingId } = await rejectedListing();
    await replyToModerators(publisher, { listingId, text: "Why?" });
    await writeToPublisher(admin, { listingId, text: "Because." });
    await dispatchEvents(atTime(admin, Date.now() + UNDO_TIMEOUT_MS));
    await expect(noticesOf(publisher.actor.userId)).resolves.toMatchObject([
      { detail: "Because.", path: `/builder/${publisher.tenant.slug}/listings/${listingId}` },
    ]);
    await expect(noticesOf(admin.actor.userId)).resolves.toContainEqual(
      expect.objectContaining({ detail: "Why?", path: `/admin/moderation/${listingId}` }),
    );
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, listingId), eq(auditLog.action, "listing.message")));
    expect(audit).toHaveLength(2);
  });

  it("includes position and due date of a pending listing", async () => {
    const publisher = await signInMember();
    const { orm } = database().systemDb;
    const tenantId = publisher.tenant.id;
    const { id, submittedAt } = await createListing(orm, { tenantId, type: "THEME" });
    const { review, dueAt, reason } = await getListingReview(publisher, id);
    expect(review?.position).toBeGreaterThan(0);
    expect(Date.parse(dueAt ?? "")).toBe(submittedAt.getTime() + 48 * HOUR_MS);
    // Slow reviews make no promise later.
    const waits = Array.from({ length: 200 }, () => ({
      ...{ id: sql`uuidv7()`, tenantId, listingId: id, action: "APPROVED" as const },
      waitSeconds: 10_000_000,
    }));
    await orm.insert(listingDecisions).values(waits);
    const later = await getListingReview(publisher, id);
    expect(later.review?.typicalWaitSeconds).toEqual({ p50: 10_000_000, p90: 10_000_000 });
    expect(later.dueAt).toBe(dueAt);
    expect(reason).toBeNull();
  });

  it("refuses other tenants, viewers, non-moderators, and withdrawn listings", async () => {
    const { publisher, listingId } = await rejectedListing();
    const message = { listingId, text: "Hello" };
    const [stranger, viewer] = [await signInMember(), await signInMember("VIEWER")];
    await expect(replyToModerators(stranger, message)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getListingReview(stranger, listingId)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(replyToModerators(viewer, message)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    await expect(writeToPublisher(publisher, message)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const { id } = await createListing(database().systemDb.orm, {
      tenantId: publisher.tenant.id,
      type: "THEME",
    });
    await withdrawListing(publisher, id);
    await expect(replyToModerators(publisher, { ...message, listingId: id })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  });
});
