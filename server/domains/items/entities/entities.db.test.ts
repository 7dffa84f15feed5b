import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { auditLog, listingDownloadDays, listingDownloads } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, type TenantContext } from "@/server/core/context.ts";
import { listVersions } from "@/server/domains/listings/service.ts";
import { reference } from "@/shared/text/text.ts";
import type { ListingStatus, ListingType, Permission } from "@/shared/vocabulary.ts";
import { getEntityDownloads } from "./downloads.ts";
import { ListEntities } from "./input.ts";
import { getEntity, listEntities } from "./list.ts";
import { registerEntity } from "./register.ts";
import { editEntity } from "./service.ts";

setUpPlatform();

const register = (ctx: TenantContext, type: ListingType, name = "Offline sync") =>
  createEntity(database().systemDb.orm, { type, tenantId: ctx.tenant.id, name });

const list = (ctx: TenantContext, input: Partial<ListEntities> = {}) =>
  listEntities(ctx, ListEntities.parse(input));

let slugs = 0;
const unusedSlug = () => `registered-${++slugs}`;

describe("registerEntity", () => {
  it("registers up to 200 plugins and themes per tenant, also with concurrent requests", async () => {
    const ctx = await signInMember();
    for (const type of ["APP_PLUGIN", "SYSTEM_PLUGIN", "THEME"] as const)
      for (let count = 0; count < (type === "THEME" ? 59 : 70); count += 1) await register(ctx, type);
    const registerNew = () =>
      registerEntity(ctx, { type: "THEME", slug: unusedSlug(), name: "Nordic Night" });
    const results = await Promise.allSettled([registerNew(), registerNew(), registerNew()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(registerNew()).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("200"),
    });
  });

  it("is idempotent, with one audit row", async () => {
    const ctx = await signInMember();
    const input = { type: "THEME", slug: unusedSlug(), name: "Nordic Night" } as const;
    const { entity, isNew } = await registerEntity(ctx, input);
    expect([entity, isNew]).toEqual([
      expect.objectContaining({ ...input, description: null, tenantId: ctx.tenant.id }),
      true,
    ]);
    await expect(registerEntity(ctx, { ...input, name: "Other" })).resolves.toEqual({ entity, isNew: false });
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, entity.id));
    expect(audit).toMatchObject([{ action: "entity.register", after: { slug: input.slug } }]);
  });

  it("allows a slug once per type, for one tenant", async () => {
    const [ctx, other] = [await signInMember(), await signInMember()];
    const slug = unusedSlug();
    await registerEntity(ctx, { type: "APP_PLUGIN", slug, name: "Sync" });
    await expect(registerEntity(other, { type: "APP_PLUGIN", slug, name: "Sync" })).rejects.toMatchObject({
      code: "SLUG_TAKEN",
      problems: [{ path: "slug" }],
    });
    await expect(registerEntity(other, { type: "SYSTEM_PLUGIN", slug, name: "Sync" })).resolves.toMatchObject(
      {
        isNew: true,
      },
    );
  });

  it("returns one entity to twenty concurrent requests", async () => {
    const ctx = await signInMember();
    const input = { type: "SYSTEM_PLUGIN", slug: unusedSlug(), name: "Export" } as const;
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => registerEntity(ctx, input)));
    expect(new Set(outcomes.map(({ entity }) => entity.id)).size).toBe(1);
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it("refuses a slug under which another item of the tenant was published", async () => {
    const ctx = await signInMember();
    const { id: entityId } = await register(ctx, "APP_PLUGIN");
    const slug = unusedSlug();
    const listing = { tenantId: ctx.tenant.id, type: "APP_PLUGIN", entityId, slug } as const;
    await createListing(database().systemDb.orm, listing);
    await expect(registerEntity(ctx, { type: "APP_PLUGIN", slug, name: "Sync" })).rejects.toMatchObject({
      code: "SLUG_TAKEN",
    });
  });

  it("refuses a viewer", async () => {
    const viewer = await signInMember("VIEWER");
    await expect(
      registerEntity(viewer, { type: "THEME", slug: unusedSlug(), name: "Mine" }),
    ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("listEntities", () => {
  it("pages the tenant's entities of the types, newest first", async () => {
    const [ctx, other] = [await signInMember("VIEWER"), await signInMember()];
    await register(other, "APP_PLUGIN");
    const types: ListingType[] = ["APP_PLUGIN", "SYSTEM_PLUGIN", "THEME", "APP_PLUGIN"];
    const made: string[] = [];
    for (const type of types) made.unshift((await register(ctx, type)).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(ctx, { limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.entities.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(made);
    const themes = await list(ctx, { type: ["THEME"] });
    expect(themes.entities.map(({ type }) => type)).toEqual(["THEME"]);
    const plugins = await list(ctx, { type: ["APP_PLUGIN", "SYSTEM_PLUGIN"] });
    expect(plugins.entities).toHaveLength(3);
  });

  it("includes the versions of each entity", async () => {
    const ctx = await signInMember();
    const { orm } = database().systemDb;
    const { id: entityId, slug } = await register(ctx, "APP_PLUGIN");
    await register(ctx, "SYSTEM_PLUGIN");
    const listing = { tenantId: ctx.tenant.id, type: "APP_PLUGIN", entityId, slug } as const;
    const at = (day: number) => ({ submittedAt: new Date(Date.UTC(2026, 0, day)) });
    await createListing(orm, { ...listing, version: "1.10.0", status: "APPROVED", ...at(1) });
    await createListing(orm, { ...listing, version: "1.9.0", status: "APPROVED", ...at(2) });
    const { id: listingId } = await createListing(orm, {
      ...listing,
      version: "2.0.0",
      status: "REJECTED",
      ...at(3),
    });
    const { entities } = await list(ctx);
    expect(
      entities.map(({ versions, latest, approvedVersion }) => ({ versions, latest, approvedVersion })),
    ).toEqual([
      { versions: 0, latest: null, approvedVersion: null },
      {
        versions: 3,
        latest: { listingId, version: "2.0.0", status: "REJECTED", submittedAt: "2026-01-03T00:00:00.000Z" },
        approvedVersion: "1.10.0",
      },
    ]);
    const versions = await listVersions(ctx, { type: "APP_PLUGIN", entityId });
    expect(versions.map(({ version }) => version)).toEqual(["2.0.0", "1.10.0", "1.9.0"]);
  });
});

describe("getEntity", () => {
  it("is not found for another tenant, another type and no UUID", async () => {
    const [ctx, other] = [await signInMember("VIEWER"), await signInMember()];
    const { id: entityId } = await register(ctx, "APP_PLUGIN");
    await expect(getEntity(ctx, { type: "APP_PLUGIN", entityId })).resolves.toMatchObject({ id: entityId });
    for (const attempt of [
      () => getEntity(other, { type: "APP_PLUGIN", entityId }),
      () => getEntity(ctx, { type: "SYSTEM_PLUGIN", entityId }),
      () => getEntity(ctx, { type: "APP_PLUGIN", entityId: reference().parse("offline-sync") }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    await expect(listVersions(other, { type: "APP_PLUGIN", entityId })).resolves.toEqual([]);
  });
});

describe("editEntity", () => {
  it("changes name and description, with one audit row", async () => {
    const ctx = await signInMember();
    const { id: entityId, slug } = await register(ctx, "SYSTEM_PLUGIN");
    const edit = { type: "SYSTEM_PLUGIN", entityId, name: "Audit export", description: "" } as const;
    await expect(editEntity(ctx, edit)).resolves.toMatchObject({
      slug,
      name: "Audit export",
      description: null,
    });
    await expect(getEntity(ctx, { type: "SYSTEM_PLUGIN", entityId })).resolves.toMatchObject({
      name: "Audit export",
    });
    const audit = await database()
      .systemDb.orm.select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, entityId));
    expect(audit).toMatchObject([
      {
        action: "entity.edit",
        before: { name: "Offline sync" },
        after: { name: "Audit export", description: null },
      },
    ]);
  });

  it("refuses a viewer, and is not found for another tenant", async () => {
    const [ctx, other, viewer] = [await signInMember(), await signInMember(), await signInMember("VIEWER")];
    const edit = { type: "THEME", name: "Mine now", description: "" } as const;
    const { id: entityId } = await register(ctx, "THEME");
    await expect(editEntity(other, { ...edit, entityId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const own = await register(viewer, "THEME");
    await expect(editEntity(viewer, { ...edit, entityId: own.id })).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });
});

describe("getEntityDownloads", () => {
  const now = new Date("2026-03-31T12:00:00.000Z");
  const orm = () => database().systemDb.orm;
  const count = async (listingId: string, days: Record<string, number>) => {
    const rows = Object.entries(days).map(([day, ofDay]) => ({ listingId, day, count: ofDay }));
    await orm().insert(listingDownloadDays).values(rows);
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    await orm().insert(listingDownloads).values({ listingId, count: total });
  };

  it("counts by version and day in the period, for any member of the tenant alone", async () => {
    const owner = await signInMember();
    const { id: entityId } = await register(owner, "THEME");
    const publish = (version: string, status: ListingStatus, slug = "looks-good") =>
      createListing(orm(), { type: "THEME", tenantId: owner.tenant.id, entityId, version, status, slug });
    const first = await publish("1.0.0", "SUSPENDED");
    const second = await publish("1.1.0", "APPROVED");
    await publish("1.2.0", "PENDING_APPROVAL");
    await publish("1.3.0", "REJECTED");
    await publish("2.0.0", "APPROVED");
    await createListing(orm(), { type: "THEME", tenantId: owner.tenant.id, status: "APPROVED" });
    await count(first.id, { "2026-03-01": 9, "2026-03-02": 5, "2026-01-01": 100 });
    await count(second.id, { "2026-03-31": 7 });

    const input = { type: "THEME", entityId } as const;
    const { dates, versions } = await getEntityDownloads(
      { ...owner, now: () => now },
      { ...input, days: 30 },
    );
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([30, "2026-03-02", "2026-03-31"]);
    const found = versions.map(({ version, status, total, counts }) => [version, status, total, counts]);
    const none = Array.from({ length: 30 }, () => 0);
    expect(found).toEqual([
      ["2.0.0", "APPROVED", 0, none],
      ["1.1.0", "APPROVED", 7, none.with(29, 7)],
      ["1.0.0", "SUSPENDED", 114, none.with(0, 5)],
    ]);
    const all = await getEntityDownloads({ ...owner, now: () => now }, { ...input, days: 90 });
    expect(all.versions[2]?.counts.reduce((sum, one) => sum + one)).toBe(114);

    const stranger = await signInMember("OWNER");
    const refused = getEntityDownloads(stranger, { ...input, days: 30 });
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
    const viewer = { ...owner, permissions: new Set<Permission>() };
    expect((await getEntityDownloads(viewer, { ...input, days: 30 })).versions).toHaveLength(3);
  });

  it("is empty without a published version", async () => {
    const owner = await signInMember();
    const { id: entityId } = await register(owner, "APP_PLUGIN");
    const found = await getEntityDownloads(owner, { type: "APP_PLUGIN", entityId, days: 90 });
    expect([found.dates.length, found.versions]).toEqual([90, []]);
  });
});
