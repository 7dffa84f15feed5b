import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { auditLog } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { reference } from "@/shared/text/text.ts";
import { claimReview, releaseReview } from "./claim.ts";
import { ListQueue } from "./input.ts";
import { CLAIM_TTL_MS } from "./policy.ts";
import { getReview } from "./review.ts";
import { listQueue } from "./review-queue.ts";
import { decideListing } from "./service.ts";

setUpPlatform();

async function pendingListing() {
  const { tenant } = await signInMember();
  return createListing(database().systemDb.orm, { tenantId: tenant.id, type: "THEME" });
}

const claim = (listingId: string, takeOver = false) => ({ listingId, takeOver });

describe("claimReview", () => {
  it("is shown to all admins, in the queue and on the review", async () => {
    const [first, second] = [await signInAdmin(), await signInAdmin()];
    const { id } = await pendingListing();
    await expect(claimReview(first, claim(id))).resolves.toMatchObject({ isYours: true });
    const theirs = { name: first.actor.name, isYours: false };
    await expect(claimReview(second, claim(id))).resolves.toMatchObject(theirs);
    expect((await getReview(second, id)).claim).toMatchObject(theirs);
    const { listings } = await listQueue(second, ListQueue.parse({ limit: 100 }));
    expect(listings.find((listing) => listing.id === id)?.claim).toMatchObject(theirs);
    const free = await listQueue(second, ListQueue.parse({ limit: 100, marks: ["free"] }));
    expect(free.listings.map((listing) => listing.id)).not.toContain(id);
  });

  it("expires without renewal", async () => {
    const [first, second] = [await signInAdmin(), await signInAdmin()];
    const { id } = await pendingListing();
    const opened = await claimReview(first, claim(id));
    const nowPlus = (ms: number) => () => new Date(Date.now() + ms);
    const kept = await claimReview({ ...first, now: nowPlus(CLAIM_TTL_MS - 1_000) }, claim(id));
    expect(kept?.since).toBe(opened?.since);
    const late = { ...second, now: nowPlus(CLAIM_TTL_MS + 1_000) };
    await expect(claimReview(late, claim(id))).resolves.toMatchObject({ isYours: false });
    const later = { ...second, now: nowPlus(2 * CLAIM_TTL_MS + 1_000) };
    await expect(claimReview(later, claim(id))).resolves.toMatchObject({ isYours: true });
  });

  it("prevents decisions of others until a takeover, which is audited", async () => {
    const [first, second] = [await signInAdmin(), await signInAdmin()];
    const { id } = await pendingListing();
    await claimReview(first, claim(id));
    const approval = { listingId: id, action: "approve" } as const;
    await expect(decideListing(second, approval)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining(first.actor.name),
    });
    await expect(claimReview(second, claim(id, true))).resolves.toMatchObject({ isYours: true });
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, "listing.take_over")));
    expect(audit).toMatchObject([
      { before: { reviewer: first.actor.name }, after: { reviewer: second.actor.name } },
    ]);
    await expect(decideListing(first, approval)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(decideListing(second, approval)).resolves.toMatchObject({ status: "APPROVED" });
    await expect(claimReview(first, claim(id))).resolves.toBeNull();
  });

  it("can be released, by its holder only", async () => {
    const [first, second] = [await signInAdmin(), await signInAdmin()];
    const { id } = await pendingListing();
    await claimReview(first, claim(id));
    await releaseReview(second, id);
    await expect(claimReview(second, claim(id))).resolves.toMatchObject({ isYours: false });
    await releaseReview(first, id);
    await expect(claimReview(second, claim(id))).resolves.toMatchObject({ isYours: true });
  });

  it("has one holder under concurrency", async () => {
    const admins = await Promise.all(Array.from({ length: 6 }, signInAdmin));
    const { id } = await pendingListing();
    const claims = await Promise.all(admins.map((admin) => claimReview(admin, claim(id))));
    expect(claims.filter((one) => one?.isYours)).toHaveLength(1);
    expect(new Set(claims.map((one) => one?.name)).size).toBe(1);
  });

  it("refuses an unknown listing", async () => {
    const admin = await signInAdmin();
    await expect(claimReview(admin, claim(admin.newId()))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(claimReview(admin, claim(reference().parse("nothing")))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
