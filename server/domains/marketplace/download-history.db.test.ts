import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createListing, createTenant } from "@/db/factories.ts";
import { listingDownloadDays, listings } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { getDownloadHistory } from "./download-history.ts";

setUpPlatform();

it("sums the downloads of all versions by week, until today, and none of a hidden item", async () => {
  const { orm } = database().systemDb;
  const { id: tenantId } = await createTenant(orm);
  const item = { tenantId, type: "THEME", slug: "weekly-look", status: "APPROVED" } as const;
  const first = await createListing(orm, { ...item, version: "1.0.0" });
  const second = await createListing(orm, { ...item, entityId: first.themeId ?? "", version: "1.1.0" });
  await orm.insert(listingDownloadDays).values([
    { listingId: first.id, day: "2026-03-31", count: 1 },
    { listingId: second.id, day: "2026-03-25", count: 2 },
    { listingId: second.id, day: "2026-03-24", count: 4 },
    { listingId: first.id, day: "2025-12-31", count: 8 },
    { listingId: first.id, day: "2025-12-30", count: 16 },
  ]);
  const ctx = { ...systemContext("public"), now: () => new Date("2026-03-31T23:00:00Z") };
  const { type, slug } = item;
  expect(await getDownloadHistory(ctx, { type, slug })).toEqual([8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3]);
  await orm.update(listings).set({ status: "SUSPENDED" }).where(eq(listings.slug, slug));
  expect(await getDownloadHistory(ctx, { type, slug })).toEqual(Array(13).fill(0));
});
