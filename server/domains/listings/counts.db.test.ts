import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { listings } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { DecideListing } from "@/server/domains/moderation/input.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { LISTING_STATUSES, type ListingStatus } from "@/shared/vocabulary.ts";
import { countListings, withdrawListing } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const none = Object.fromEntries(LISTING_STATUSES.map((status) => [status, 0]));

/** Listings of one theme, a version for each of the states. */
async function listTheme(ctx: TenantContext, ...statuses: ListingStatus[]) {
  const theme = { tenantId: ctx.tenant.id, type: "THEME" } as const;
  const { id: entityId, slug } = await createEntity(orm(), theme);
  const made = [];
  for (const [minor, status] of statuses.entries())
    made.push(await createListing(orm(), { ...theme, entityId, slug, version: `1.${minor}.0`, status }));
  return made;
}

/** As PostgreSQL finds them one by one. */
async function expectExact(ctx: TenantContext): Promise<void> {
  const rows = await orm().execute<{ status: string; count: number }>(sql`
    select status, count(*)::integer as count from listings where tenant_id = ${ctx.tenant.id} group by status`);
  const found = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  await expect(countListings(ctx)).resolves.toEqual({ ...none, ...found });
}

describe("countListings", () => {
  it("counts the tenant's listings by status, including zeros", async () => {
    const [ctx, other] = [await signInMember("VIEWER"), await signInMember()];
    await listTheme(ctx, "APPROVED", "APPROVED", "REJECTED");
    await listTheme(other, "PENDING_APPROVAL", "APPROVED");
    await expect(countListings(ctx)).resolves.toEqual({ ...none, APPROVED: 2, REJECTED: 1 });
    await expect(countListings(other)).resolves.toEqual({ ...none, PENDING_APPROVAL: 1, APPROVED: 1 });
    await expect(countListings(await signInMember())).resolves.toEqual(none);
  });

  it("stays exact under concurrent decisions", async () => {
    const [ctx, admin] = [await signInMember(), await signInAdmin()];
    const of = async () => {
      const [listing] = await listTheme(ctx, "PENDING_APPROVAL");
      return listing?.id ?? "";
    };
    const ids = await Promise.all(Array.from({ length: 8 }, of));
    const decide = (action: "approve" | "suspend" | "restore") => (listingId: string) =>
      decideListing(
        admin,
        DecideListing.parse({ listingId, action, reason: "POLICY", comment: "For a test." }),
      );
    await Promise.all(ids.map(decide("approve")));
    await expect(countListings(ctx)).resolves.toEqual({ ...none, APPROVED: 8 });
    await Promise.all(ids.slice(0, 6).map(decide("suspend")));
    await Promise.all([
      ...ids.slice(0, 3).map(decide("restore")),
      ...ids.slice(3).map((id) => withdrawListing(ctx, id)),
    ]);
    await expect(countListings(ctx)).resolves.toEqual({ ...none, APPROVED: 3, WITHDRAWN: 5 });
    await expectExact(ctx);
  });

  it("counts several tenants' listings that one statement adds, changes and deletes", async () => {
    const members = [await signInMember(), await signInMember()] as const;
    for (const ctx of members) await listTheme(ctx, "APPROVED", "REJECTED", "PENDING_APPROVAL", "SUSPENDED");
    await orm().execute(sql`
      insert into listings (id, tenant_id, type, slug, version, version_key, name, description, theme_id, theme_look,
        status, submitted_at, decided_at)
      select gen_random_uuid(), tenant_id, type, slug, '9' || version, '9' || version_key, name, description, theme_id,
        theme_look, status, submitted_at, decided_at from listings`);
    for (const ctx of members) await expectExact(ctx);
    await orm()
      .update(listings)
      .set({ status: "WITHDRAWN", decidedAt: new Date() })
      .where(eq(listings.status, "APPROVED"));
    for (const ctx of members) await expectExact(ctx);
    await orm().execute(sql`
      delete from listings where status = 'REJECTED' and not exists (select from listing_checks where listing_id = listings.id)`);
    for (const ctx of members) await expectExact(ctx);
  });

  it("ignores rolled-back changes", async () => {
    const ctx = await signInMember();
    const [approved] = await listTheme(ctx, "APPROVED");
    await dryRun(ctx, (rehearsed) => withdrawListing(rehearsed, approved?.id ?? ""));
    await expect(countListings(ctx)).resolves.toEqual({ ...none, APPROVED: 1 });
  });
});
