import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing } from "@/db/factories.ts";
import { listingDecisions } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";

setUpPlatform();

const pace = async () => {
  const [row] = await database().systemDb.orm.execute<{ decisions: number; p50: number; p90: number }>(
    sql`select decisions, wait_p50 as p50, wait_p90 as p90 from listing_queue_position(now(), uuidv7())`,
  );
  return row;
};

describe("the typical wait of a submission", () => {
  it("covers the last 200 decisions under concurrency", async () => {
    const { orm } = database().systemDb;
    const { tenant } = await signInMember();
    const listing = await createListing(orm, { tenantId: tenant.id, type: "THEME" });
    const decide = (waitSeconds: number | null) =>
      orm.insert(listingDecisions).values({
        id: sql`uuidv7()`,
        tenantId: tenant.id,
        listingId: listing.id,
        action: "APPROVED",
        waitSeconds,
      });
    expect(await pace()).toEqual({ decisions: 0, p50: null, p90: null });
    await Promise.all(Array.from({ length: 50 }, () => decide(1_000_000)));
    expect(await pace()).toEqual({ decisions: 50, p50: 1_000_000, p90: 1_000_000 });
    await decide(null);
    await Promise.all(Array.from({ length: 200 }, (_, index) => decide(index + 1)));
    expect(await pace()).toEqual({ decisions: 200, p50: 100.5, p90: 180.1 });
  });
});
