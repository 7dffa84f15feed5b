import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { auditLog, domainEvents, listingDecisions, listings } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { getMarketplaceItem } from "@/server/domains/marketplace/service.ts";
import { claimReview } from "./claim.ts";
import { DecideListing, ListQueue } from "./input.ts";
import { getReview } from "./review.ts";
import { listQueue } from "./review-queue.ts";
import { decideListing, decideListings } from "./service.ts";

setUpPlatform();

/** `DECISION_RACES=1000 npx vitest run server/domains/moderation/moderation.db.test.ts` for more than every run needs. */
const RACES = Number(process.env["DECISION_RACES"] ?? 25);

async function pendingListing(values: { slug?: string; version?: string } = {}) {
  const { tenant } = await signInMember();
  return createListing(database().systemDb.orm, { tenantId: tenant.id, type: "THEME", ...values });
}

const approve = (listingId: string): DecideListing => ({ listingId, action: "approve" });
const reject = (listingId: string): DecideListing => ({
  listingId,
  action: "reject",
  reason: "MISLEADING",
  comment: "It is no theme.",
});

describe("decideListing", () => {
  it("approves, records and audits the decision, and publishes the item", async () => {
    const admin = await signInAdmin();
    const listing = await pendingListing();
    await expect(decideListing(admin, approve(listing.id))).resolves.toMatchObject({ status: "APPROVED" });
    const { orm } = database().systemDb;
    const audit = await orm.select().from(auditLog).where(eq(auditLog.subjectId, listing.id));
    expect(audit).toMatchObject([
      { action: "listing.approve", actorId: admin.actor.userId, before: { status: "PENDING_APPROVAL" } },
    ]);
    const decisions = await orm
      .select()
      .from(listingDecisions)
      .where(eq(listingDecisions.listingId, listing.id));
    expect(decisions).toMatchObject([{ action: "APPROVED", waitSeconds: expect.any(Number) }]);
    await expect(getMarketplaceItem(admin, { type: "THEME", slug: listing.slug })).resolves.toMatchObject({
      listingId: listing.id,
    });
  });

  it("does not publish a rejected listing", async () => {
    const admin = await signInAdmin();
    const listing = await pendingListing();
    await decideListing(admin, reject(listing.id));
    await expect(getMarketplaceItem(admin, { type: "THEME", slug: listing.slug })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("refuses the second of two concurrent decisions with the first", async () => {
    const admins = [await signInAdmin(), await signInAdmin()];
    for (let round = 0; round < RACES; round++) {
      const { id } = await pendingListing();
      const acts = [approve(id), reject(id)];
      const outcomes = await Promise.allSettled(
        admins.map((admin, index) => decideListing(admin, acts[index] ?? approve(id))),
      );
      const won = outcomes.findIndex((outcome) => outcome.status === "fulfilled");
      const lost = outcomes[1 - won];
      expect(lost).toMatchObject({ status: "rejected", reason: { code: "INVALID_TRANSITION" } });
      if (lost?.status === "rejected") expect(lost.reason.message).toContain(admins[won]?.actor.name);
      const kept = await database().systemDb.orm.select().from(listings).where(eq(listings.id, id));
      expect(kept).toMatchObject([{ status: won === 0 ? "APPROVED" : "REJECTED" }]);
    }
  });

  it("refuses a rejection without a reason or without a comment", () => {
    const { reason: _, ...unreasoned } = reject(uuidv7()) as Extract<DecideListing, { action: "reject" }>;
    expect(DecideListing.safeParse(unreasoned).error?.issues).toMatchObject([{ path: ["reason"] }]);
    const silent = { ...reject(uuidv7()), comment: " " };
    expect(DecideListing.safeParse(silent).error?.issues).toMatchObject([{ path: ["comment"] }]);
  });

  it("suspends and restores an approved listing, and notifies its publisher", async () => {
    const admin = await signInAdmin();
    const listing = await pendingListing();
    await decideListing(admin, approve(listing.id));
    const comment = "It sends photos to a host that it does not name.";
    await decideListing(admin, {
      listingId: listing.id,
      action: "suspend",
      reason: "DATA_COLLECTION",
      comment,
    });
    const key = { type: "THEME", slug: listing.slug } as const;
    await expect(getMarketplaceItem(admin, key)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await decideListing(admin, {
      listingId: listing.id,
      action: "restore",
      comment: "It names the host now.",
    });
    await expect(getMarketplaceItem(admin, key)).resolves.toMatchObject({ listingId: listing.id });
    const events = await database()
      .systemDb.orm.select({ type: domainEvents.type, data: domainEvents.data })
      .from(domainEvents)
      .where(eq(domainEvents.subjectId, listing.id))
      .orderBy(asc(domainEvents.sequence));
    expect(events).toMatchObject([
      { type: "listing.approved" },
      { type: "listing.suspended", data: { reason: "DATA_COLLECTION", comment } },
      { type: "listing.approved" },
    ]);
  });

  it("refuses owners of tenants, also the listing's own", async () => {
    const owner = await signInMember("OWNER");
    const listing = await createListing(database().systemDb.orm, {
      tenantId: owner.tenant.id,
      type: "THEME",
    });
    await expect(decideListing(owner, approve(listing.id))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});

describe("decideListings", () => {
  it("decides each independently and reports each result", async () => {
    const [admin, other] = [await signInAdmin(), await signInAdmin()];
    const [first, taken, claimed, last] = await Promise.all([1, 2, 3, 4].map(() => pendingListing()));
    if (!first || !taken || !claimed || !last) throw new Error("nothing to decide");
    await decideListing(other, reject(taken.id));
    await claimReview(other, { listingId: claimed.id, takeOver: false });
    const ids = [first.id, taken.id, claimed.id, uuidv7(), last.id];
    await expect(decideListings(admin, { listingIds: ids, action: "approve" })).resolves.toEqual([
      { listingId: first.id, status: "APPROVED" },
      {
        listingId: taken.id,
        problem: { code: "INVALID_TRANSITION", message: expect.stringContaining(other.actor.name) },
      },
      {
        listingId: claimed.id,
        problem: { code: "INVALID_TRANSITION", message: expect.stringContaining(other.actor.name) },
      },
      { listingId: ids[3], problem: { code: "NOT_FOUND", message: expect.any(String) } },
      { listingId: last.id, status: "APPROVED" },
    ]);
  });

  it("reports listings that were not decided in time", async () => {
    const admin = await signInAdmin();
    const [first, late] = await Promise.all([pendingListing(), pendingListing()]);
    const decidedAt = Date.now();
    let elapsedMs = 0;
    const ctx = { ...admin, now: () => new Date(decidedAt + elapsedMs) };
    const slow = {
      ...ctx,
      newId: () => {
        elapsedMs = 2_500;
        return ctx.newId();
      },
    };
    const ids = [first.id, late.id];
    await expect(decideListings(slow, { listingIds: ids, action: "approve" })).resolves.toEqual([
      { listingId: first.id, status: "APPROVED" },
      {
        listingId: late.id,
        problem: { code: "UNAVAILABLE", message: expect.stringContaining("not decided") },
      },
    ]);
    await expect(decideListings(admin, { listingIds: [late.id], action: "approve" })).resolves.toEqual([
      { listingId: late.id, status: "APPROVED" },
    ]);
  });
});

describe("listQueue", () => {
  it("pages through all pending listings, oldest first", async () => {
    const admin = await signInAdmin();
    for (let i = 0; i < 5; i++) await pendingListing();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listQueue(admin, ListQueue.parse({ limit: 2, cursor }));
      seen.push(...page.listings.map((listing) => listing.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const pending = await database()
      .systemDb.orm.select({ id: listings.id })
      .from(listings)
      .where(eq(listings.status, "PENDING_APPROVAL"))
      .orderBy(asc(listings.submittedAt), asc(listings.id));
    expect(seen).toEqual(pending.map((row) => row.id));
  });
});

describe("getReview", () => {
  it("compares with the newest approved version and names the next in the queue", async () => {
    const admin = await signInAdmin();
    const first = await pendingListing({ version: "1.9.0" });
    await decideListing(admin, approve(first.id));
    const { tenantId, slug, themeId } = first;
    const update = await createListing(database().systemDb.orm, {
      tenantId,
      type: "THEME",
      slug,
      version: "1.10.0",
      ...(themeId && { entityId: themeId }),
    });
    const review = await getReview(admin, update.id);
    expect(review).toMatchObject({
      approved: { id: first.id },
      history: [{ version: "1.9.0", status: "APPROVED" }],
    });
    const queue = await listQueue(admin, ListQueue.parse({ limit: 100 }));
    expect(queue.listings.find((listing) => listing.id === update.id)).toMatchObject({ isUpdate: true });
    expect(queue.listings.map((listing) => listing.id)).toContain(review.nextListingId);
    expect(review.nextListingId).not.toBe(update.id);
  });

  it("counts the submissions of a publisher with many pending ones", async () => {
    const { orm } = database().systemDb;
    const { tenant } = await signInMember();
    const flood = { tenantId: tenant.id, type: "THEME", slug: `flood-${tenant.slug}` } as const;
    const long = new Date("2026-01-01");
    const { themeId } = await createListing(orm, { ...flood, status: "REJECTED", submittedAt: long });
    await orm.execute(sql`
      insert into listings (id, tenant_id, type, slug, version, version_key, name, description, theme_id, theme_look, status)
      select gen_random_uuid(), tenant_id, type, slug, '2.' || n || '.0', 'y' || n, name, description, theme_id, theme_look,
        'PENDING_APPROVAL'
      from listings cross join generate_series(1, 1001) n where theme_id = ${themeId}`);
    const [newest] = await orm.select().from(listings).where(eq(listings.version, "2.1001.0"));
    const { publisher } = await getReview(await signInAdmin(), newest?.id ?? "");
    expect(publisher.submissions).toMatchObject({ REJECTED: 1, PENDING_APPROVAL: 1_001, APPROVED: 0 });
  });
});
