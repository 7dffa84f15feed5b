import { eq } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { createListing, createTenant } from "@/db/factories.ts";
import { auditLog, featuredItems, listings, tenants } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { MAX_FEATURED_ITEMS } from "@/shared/bounds.ts";
import type { MarketplaceItemKey } from "../input.ts";
import {
  addFeaturedItem,
  listFeaturedItems,
  listShownFeaturedItems,
  moveFeaturedItem,
  removeFeaturedItem,
} from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
afterEach(() => orm().delete(featuredItems));

async function publish(status: "APPROVED" | "PENDING_APPROVAL" = "APPROVED") {
  const { id: tenantId } = await createTenant(orm());
  const { id, type, slug } = await createListing(orm(), { type: "THEME", status, tenantId });
  return { key: { type, slug }, id, tenantId };
}

const shownSlugs = async () =>
  (await listShownFeaturedItems(systemContext("public"))).map(({ slug }) => slug);

it("shows items in the order of Super Admins, and audits each change once", async () => {
  const admin = await signInAdmin();
  const [one, two, three] = [await publish(), await publish(), await publish()];
  for (const { key } of [one, two, three]) await addFeaturedItem(admin, key);
  await moveFeaturedItem(admin, { ...three.key, direction: "UP" });
  await moveFeaturedItem(admin, { ...one.key, direction: "UP" });
  expect(await shownSlugs()).toEqual([one, three, two].map(({ key }) => key.slug));
  await removeFeaturedItem(admin, one.key);
  expect(await shownSlugs()).toEqual([three, two].map(({ key }) => key.slug));
  const audit = await orm().select().from(auditLog).where(eq(auditLog.subjectType, "featured_item"));
  const of = ({ key }: { key: MarketplaceItemKey }) =>
    audit
      .filter(({ subjectId }) => subjectId === `theme/${key.slug}`)
      .sort((before, after) => before.action.localeCompare(after.action))
      .map(({ action, actorId, before, after }) => ({ action, actorId, before, after }));
  const actorId = admin.actor.userId;
  expect(of(three)).toEqual([
    { action: "featured_item.add", actorId, before: null, after: { position: 3 } },
    { action: "featured_item.move", actorId, before: { position: 3 }, after: { position: 2 } },
  ]);
  expect(of(one).at(-1)).toEqual({
    action: "featured_item.remove",
    actorId,
    before: { position: 1 },
    after: null,
  });
});

it("hides an item while it is suspended or its publisher is, and keeps its place", async () => {
  const admin = await signInAdmin();
  const [one, two] = [await publish(), await publish()];
  for (const { key } of [one, two]) await addFeaturedItem(admin, key);
  await orm().update(listings).set({ status: "SUSPENDED" }).where(eq(listings.id, one.id));
  expect(await shownSlugs()).toEqual([two.key.slug]);
  expect(await listFeaturedItems(admin)).toMatchObject([
    { ...one.key, shown: null },
    { ...two.key, shown: { version: "1.0.0" } },
  ]);
  await orm().update(listings).set({ status: "APPROVED" }).where(eq(listings.id, one.id));
  await orm().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, two.tenantId));
  expect(await shownSlugs()).toEqual([one.key.slug]);
});

it("refuses items that are not approved, featured already, or too many", async () => {
  const admin = await signInAdmin();
  const pending = await publish("PENDING_APPROVAL");
  await expect(addFeaturedItem(admin, pending.key)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const { key } = await publish();
  await expect(removeFeaturedItem(admin, key)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(moveFeaturedItem(admin, { ...key, direction: "UP" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await addFeaturedItem(admin, key);
  await expect(addFeaturedItem(admin, key)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  for (let count = 1; count < MAX_FEATURED_ITEMS; count += 1)
    await addFeaturedItem(admin, (await publish()).key);
  const { key: oneTooMany } = await publish();
  await expect(addFeaturedItem(admin, oneTooMany)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
});

it("keeps one order when Super Admins add at the same time", async () => {
  const admins = await Promise.all([signInAdmin(), signInAdmin(), signInAdmin()]);
  const items = await Promise.all(admins.map(() => publish()));
  await Promise.all(
    admins.map((admin, index) => addFeaturedItem(admin, items[index]?.key ?? { type: "THEME", slug: "" })),
  );
  const rows = await orm().select({ position: featuredItems.position }).from(featuredItems);
  expect(rows.map(({ position }) => position).sort()).toEqual([1, 2, 3]);
});

it("refuses owners of tenants and visitors", async () => {
  const { key } = await publish();
  await addFeaturedItem(await signInAdmin(), key);
  const owner = await signInMember("OWNER");
  for (const ctx of [owner, systemContext("public")]) {
    for (const call of [
      () => listFeaturedItems(ctx),
      () => addFeaturedItem(ctx, key),
      () => moveFeaturedItem(ctx, { ...key, direction: "UP" }),
      () => removeFeaturedItem(ctx, key),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    }
  }
  expect(await read(owner, (tx) => tx.$count(featuredItems))).toBe(0);
});
