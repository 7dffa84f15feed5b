import { eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { listings, pendingCounts } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { dryRun } from "@/server/core/transactions.ts";
import { publishListing } from "./publish.ts";
import { getListingView } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;

/** All that are pending, first come first: what a position is counted in. */
const queue = () =>
  orm().execute<{ id: string; tenantId: string }>(sql`
    select id, tenant_id as "tenantId" from listings where status = 'PENDING_APPROVAL' order by submitted_at, id`);

async function expectCounted(): Promise<void> {
  const [{ pending } = { pending: null }] = await orm()
    .select({ pending: sql`sum(pending)::integer` })
    .from(pendingCounts);
  expect(pending).toBe((await queue()).length);
}

describe("a listing's place in the queue", () => {
  it("is exact at the start, the middle and the end of a long queue", async () => {
    const publisher = await signInMember();
    const template = await createListing(orm(), { tenantId: publisher.tenant.id, type: "APP_PLUGIN" });
    await orm().execute(sql`
      insert into listings (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, submitted_at)
      select uuidv7(), tenant_id, type, slug || n, version, version_key, name, description, app_plugin_id,
        submitted_at - interval '1 hour' + n / 4 * interval '1 second'
      from listings, generate_series(1, 350) n where id = ${template.id}`);
    const waiting = await queue();
    expect(waiting).toHaveLength(351);
    for (const index of [0, 1, 100, 200, 249, 250, 251, 252, 300, 350]) {
      const { review } = await getListingView(publisher, waiting[index]?.id ?? "");
      expect(review).toMatchObject({ position: index + 1, pending: 351 });
    }
  });

  it("is exact after single and bulk decisions on others", async () => {
    const { tenant } = await signInMember();
    const made = await Promise.all(
      (["PENDING_APPROVAL", "PENDING_APPROVAL", "PENDING_APPROVAL", "APPROVED", "REJECTED"] as const).map(
        (status) => createListing(orm(), { tenantId: tenant.id, type: "THEME", status }),
      ),
    );
    const ids = made.map(({ id }) => id);
    await expectCounted();
    const change = (values: object) => orm().update(listings).set(values).where(inArray(listings.id, ids));
    for (const values of [
      { name: "Renamed" },
      { status: "WITHDRAWN", decidedAt: new Date() },
      { status: "PENDING_APPROVAL", decidedAt: null },
    ] as const) {
      await change(values);
      await expectCounted();
    }
    await Promise.all(
      ids.map((id) =>
        orm().update(listings).set({ status: "APPROVED", decidedAt: new Date() }).where(eq(listings.id, id)),
      ),
    );
    await expectCounted();
    await orm().execute(
      sql`delete from listing_checks where listing_id in (select id from listings where tenant_id = ${tenant.id})`,
    );
    await change({ status: "PENDING_APPROVAL", decidedAt: null });
    await orm().delete(listings).where(eq(listings.tenantId, tenant.id));
    await expectCounted();
  });

  it("ignores rolled-back submissions", async () => {
    const publisher = await signInMember();
    const { id: appPluginId, slug } = await createEntity(orm(), {
      type: "APP_PLUGIN",
      tenantId: publisher.tenant.id,
    });
    const fields = {
      type: "APP_PLUGIN",
      name: "x",
      description: "x",
      slug,
      appPluginId,
      version: "1.0.0",
    } as const;
    const before = (await queue()).length;
    const { review } = await dryRun(publisher, (ctx) => publishListing(ctx, fields));
    expect(review).toMatchObject({ position: before + 1, pending: before + 1 });
    await expectCounted();
  });
});
