import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity } from "@/db/factories.ts";
import { auditLog, listings } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import type { PublishListing } from "./input.ts";
import { publishListing } from "./publish.ts";
import { getListingView, withdrawListing } from "./service.ts";

setUpPlatform();

let slugs = 0;

async function request(ctx: TenantContext, overrides: Partial<PublishListing> = {}): Promise<PublishListing> {
  const entity = await createEntity(database().systemDb.orm, { type: "APP_PLUGIN", tenantId: ctx.tenant.id });
  slugs += 1;
  return {
    type: "APP_PLUGIN",
    name: "Offline sync",
    slug: `offline-sync-${slugs}`,
    version: "1.0.0",
    description: "Keeps data at hand without a network.",
    appPluginId: entity.id,
    ...overrides,
  };
}

describe("publishListing", () => {
  it("stores a pending listing and one audit row", async () => {
    const ctx = await signInMember();
    const listing = await publishListing(ctx, await request(ctx));
    expect(listing).toMatchObject({ status: "PENDING_APPROVAL", decision: null, tenantId: ctx.tenant.id });
    expect(listing.review).toMatchObject({ position: expect.any(Number), typicalWaitSeconds: null });
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, listing.id));
    expect(audit).toMatchObject([
      { action: "listing.publish", actorId: ctx.actor.userId, tenantId: ctx.tenant.id },
    ]);
  });

  it("refuses a viewer", async () => {
    const ctx = await signInMember("VIEWER");
    await expect(publishListing(ctx, await request(ctx))).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  it("refuses another tenant's entity", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    await expect(publishListing(ctx, await request(other))).rejects.toMatchObject({
      code: "REFERENCE_NOT_FOUND",
    });
  });

  it("refuses another tenant's slug and another entity under a published slug", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const first = await publishListing(ctx, await request(ctx));
    const sameSlug = { slug: first.slug, version: "2.0.0" };
    for (const publisher of [other, ctx]) {
      await expect(publishListing(publisher, await request(publisher, sameSlug))).rejects.toMatchObject({
        code: "SLUG_TAKEN",
      });
    }
  });

  it("refuses a used version of any status, before the order of versions", async () => {
    const ctx = await signInMember();
    const first = await request(ctx, { version: "1.2.0" });
    const { id } = await publishListing(ctx, first);
    await withdrawListing(ctx, id);
    await publishListing(ctx, { ...first, version: "1.3.0" });
    for (const [version, code] of [
      ["1.2.0", "VERSION_EXISTS"],
      ["1.2.0+build.7", "VERSION_EXISTS"],
      ["1.3.0-rc.1", "VERSION_NOT_INCREMENTED"],
      ["1.1.0", "VERSION_NOT_INCREMENTED"],
    ] as const) {
      await expect(publishListing(ctx, { ...first, version })).rejects.toMatchObject({ code });
    }
  });

  it("allows a version below a withdrawn one", async () => {
    const ctx = await signInMember();
    const first = await request(ctx, { version: "2.0.0" });
    const { id } = await publishListing(ctx, first);
    await withdrawListing(ctx, id);
    await expect(publishListing(ctx, { ...first, version: "1.0.0" })).resolves.toMatchObject({
      version: "1.0.0",
    });
  });

  it("accepts one of fifty concurrent submissions", async () => {
    const ctx = await signInMember();
    const same = await request(ctx);
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => publishListing(ctx, same)));
    const refusals = outcomes.filter((o) => o.status === "rejected");
    expect(refusals.map((o) => o.reason.code)).toEqual(Array(49).fill("VERSION_EXISTS"));
    const stored = await database().systemDb.orm.select().from(listings).where(eq(listings.slug, same.slug));
    expect(stored).toHaveLength(1);
  });

  it("counts the queue position over all tenants", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const before = await publishListing(other, await request(other));
    const after = await publishListing(ctx, await request(ctx));
    expect(after.review?.position).toBe((before.review?.position ?? 0) + 1);
  });
});

describe("getListingView", () => {
  it("shows the decision to the publisher only", async () => {
    const [ctx, other, admin] = [await signInMember(), await signInMember(), await signInAdmin()];
    const { id } = await publishListing(ctx, await request(ctx));
    await decideListing(admin, {
      listingId: id,
      action: "reject",
      reason: "BROKEN",
      comment: "It does not start.",
    });
    await expect(getListingView(ctx, id)).resolves.toMatchObject({
      status: "REJECTED",
      review: null,
      decision: { action: "REJECTED", reason: "BROKEN", comment: "It does not start." },
    });
    await expect(getListingView(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("withdrawListing", () => {
  it("withdraws once, and is not found for other tenants", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const { id } = await publishListing(ctx, await request(ctx));
    await expect(withdrawListing(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(withdrawListing(ctx, id)).resolves.toMatchObject({
      status: "WITHDRAWN",
      decision: { action: "WITHDRAWN" },
    });
    await expect(withdrawListing(ctx, id)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });
});
