import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { appPlugins, auditLog, domainEvents, listingChecks, listings } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { withOtherConnection } from "@/e2e/support/single-connection.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { NO_CODE } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { publishListing } from "./publish.ts";

setUpPlatform();

interface Item {
  ctx: TenantContext;
  slug: string;
  appPluginId: string;
}

/** Items of as many tenants, each approved in version 1.0.0. */
const approvedItems = (count: number): Promise<Item[]> =>
  Promise.all(Array.from({ length: count }, approvedItem));

async function approvedItem(): Promise<Item> {
  const ctx = await signInMember();
  const { orm } = database().systemDb;
  const status = "APPROVED";
  const { slug, appPluginId } = await createListing(orm, {
    type: "APP_PLUGIN",
    tenantId: ctx.tenant.id,
    status,
  });
  return { ctx, slug, appPluginId: appPluginId ?? "" };
}

const publish = ({ ctx, slug, appPluginId }: Item, version = "1.1.0") =>
  publishListing(ctx, {
    type: "APP_PLUGIN",
    name: "Item",
    slug,
    version,
    description: "An item.",
    appPluginId,
  });

describe("concurrent submissions", () => {
  it("are stored with audit row, event, check and queue position", async () => {
    const items = await approvedItems(8);
    const stored = await Promise.all(items.map((item) => publish(item)));
    const ids = stored.map(({ id }) => id);

    const { orm } = database().systemDb;
    const audits = await orm.select().from(auditLog).where(inArray(auditLog.subjectId, ids));
    const events = await orm.select().from(domainEvents).where(inArray(domainEvents.subjectId, ids));
    const checks = await orm.select().from(listingChecks).where(inArray(listingChecks.listingId, ids));
    for (const [index, { ctx, slug }] of items.entries()) {
      const { id } = stored[index] ?? { id: "" };
      const tenantId = ctx.tenant.id;
      expect(audits.filter((audit) => audit.subjectId === id)).toMatchObject([
        {
          action: "listing.publish",
          tenantId,
          before: null,
          after: { type: "APP_PLUGIN", slug, version: "1.1.0", status: "PENDING_APPROVAL" },
          requestId: ctx.requestId,
        },
      ]);
      expect(events.filter((event) => event.subjectId === id)).toMatchObject([
        { type: "listing.submitted", tenantId, data: { listingId: id, slug } },
      ]);
      expect(checks.filter((check) => check.listingId === id)).toMatchObject([
        { tenantId, state: "WAITING" },
      ]);
    }
    for (const { review } of stored) {
      expect(review?.position).toBeGreaterThan(0);
      expect(review?.position).toBeLessThanOrEqual(review?.pending ?? 0);
    }
  });

  it("are stored as a single one", async () => {
    const [alone, ...others] = await approvedItems(3);
    if (!alone) throw new Error("there is no item");
    const single = await publish(alone);
    const together = await Promise.all(others.map((item) => publish(item)));
    const rows = await database()
      .systemDb.orm.select()
      .from(listings)
      .where(inArray(listings.id, [single.id, ...together.map(({ id }) => id)]))
      .orderBy(listings.id);
    const [ofSingle, ...ofTogether] = rows.map(
      ({ id, tenantId, slug, appPluginId, submittedBy, submittedAt, ...same }) => same,
    );
    for (const row of ofTogether) expect(row).toEqual(ofSingle);
  });

  it("are refused independently", async () => {
    const items = await approvedItems(6);
    const [old, used, foreign, missing, ...good] = items as [Item, Item, Item, Item, ...Item[]];
    const other = await createEntity(database().systemDb.orm, {
      type: "APP_PLUGIN",
      tenantId: foreign.ctx.tenant.id,
    });
    const outcomes = await Promise.allSettled([
      publish(old, "1.0.0-rc.1"),
      publish(used, "1.0.0+again"),
      publish({ ...foreign, appPluginId: other.id }),
      publish({ ...missing, appPluginId: old.appPluginId }),
      ...good.map((item) => publish(item)),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : outcome.status)),
    ).toEqual([
      "VERSION_NOT_INCREMENTED",
      "VERSION_EXISTS",
      "SLUG_TAKEN",
      "REFERENCE_NOT_FOUND",
      "fulfilled",
      "fulfilled",
    ]);
  });

  it("do not wait for locks on other slugs and entities", async () => {
    const { orm } = database().systemDb;
    const [ofSlug, edited, free] = (await approvedItems(3)) as [Item, Item, Item];
    const [late, later] = await orm.transaction(async (tx) => {
      await tx.execute(sql`select from slug_claims where slug = ${ofSlug.slug} for update`);
      await tx.select().from(appPlugins).where(eq(appPlugins.id, edited.appPluginId)).for("update");
      const waiting = await withOtherConnection(() => [publish(ofSlug), publish(edited)] as const);
      await expect(withOtherConnection(() => publish(free))).resolves.toMatchObject({ slug: free.slug });
      const there = await tx
        .select()
        .from(listings)
        .where(inArray(listings.slug, [ofSlug.slug, edited.slug]));
      expect(there).toHaveLength(2);
      return waiting;
    });
    await expect(late).resolves.toMatchObject({ slug: ofSlug.slug });
    await expect(later).resolves.toMatchObject({ slug: edited.slug });
  });

  it("of one slug have increasing submission times", async () => {
    const item = await approvedItem();
    const base = Date.now();
    const at = (ms: number) => ({ ...item, ctx: { ...item.ctx, now: () => new Date(base + ms) } });
    const first = await publish(at(60_000), "1.1.0");
    const second = await publish(at(0), "1.2.0");
    const third = await publish(at(61_000), "1.3.0");
    const times = [60_000, 60_001, 61_000].map((ms) => new Date(base + ms).toISOString());
    expect([first, second, third].map(({ submittedAt }) => submittedAt)).toEqual(times);

    const versions = Array.from({ length: 8 }, (_, minor) => `2.${minor}.0`);
    await Promise.allSettled(versions.map((version, index) => publish(at(70_000 - index), version)));
    const stored = await database()
      .systemDb.orm.select()
      .from(listings)
      .where(eq(listings.slug, item.slug))
      .orderBy(listings.versionKey);
    const instants = stored.slice(1).map(({ submittedAt }) => submittedAt.getTime());
    expect(instants.slice(0, 3).map((ms) => new Date(ms).toISOString())).toEqual(times);
    expect(instants).toEqual([...new Set(instants)].sort((one, other) => one - other));
  });

  it("of one slug are serialized", async () => {
    const [item, ...others] = (await approvedItems(3)) as [Item, ...Item[]];
    const versions = ["1.4.0", "1.1.0", "1.3.0", "1.2.0", "1.4.0"];
    const outcomes = await Promise.allSettled([
      ...versions.map((version) => publish(item, version)),
      ...others.map((other) => publish(other)),
    ]);
    const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "STORED"));
    expect([codes[0], codes[4]].sort()).toEqual(["STORED", "VERSION_EXISTS"]);
    for (const code of codes.slice(1, 4)) expect(["STORED", "VERSION_NOT_INCREMENTED"]).toContain(code);
    expect(codes.slice(5)).toEqual(["STORED", "STORED"]);
    const stored = await database()
      .systemDb.orm.select()
      .from(listings)
      .where(and(eq(listings.slug, item.slug), eq(listings.status, "PENDING_APPROVAL")))
      .orderBy(listings.submittedAt);
    expect(stored.map(({ version }) => version)).toEqual(stored.map(({ version }) => version).sort());
    expect(stored.at(-1)?.version).toBe("1.4.0");
  });

  it("do not deadlock with decisions on earlier versions", async () => {
    const items = await approvedItems(12);
    const admin = await signInAdmin();
    for (let minor = 1; minor <= 5; minor += 1) {
      const pending = await Promise.all(items.map((item) => publish(item, `1.${minor}.0`)));
      await Promise.all([
        ...pending.map(({ id }) =>
          decideListing(admin, { listingId: id, action: "approve", acknowledgedFindings: [NO_CODE] }),
        ),
        ...items.map((item) => publish(item, `1.${minor}.1`)),
      ]);
    }
    const stored = await database()
      .systemDb.orm.select()
      .from(listings)
      .where(
        inArray(
          listings.slug,
          items.map(({ slug }) => slug),
        ),
      );
    expect(stored).toHaveLength(items.length * 11);
    const [counted] = await database().systemDb.sql`
      select (select sum(pending)::integer from pending_counts) as kept,
        (select count(*)::integer from listings where status = 'PENDING_APPROVAL') as found`;
    expect(counted?.["kept"]).toBe(counted?.["found"]);
  });
});
