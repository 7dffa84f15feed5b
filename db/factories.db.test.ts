import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../e2e/support/database.ts";
import { type Database, openDatabase } from "./client.ts";
import {
  createApp,
  createBuild,
  createEntity,
  createListing,
  createMembership,
  createTenant,
  createUser,
} from "./factories.ts";
import { LISTING_TYPES } from "./schema/index.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

describe("factories", () => {
  test("make tenants, people and roles that do not meet", async () => {
    const { orm } = db.systemDb;
    const [one, other] = [await createTenant(orm), await createTenant(orm, { name: "Other" })];
    expect(one.id).not.toBe(other.id);
    expect(other.name).toBe("Other");
    const [user, admin] = [await createUser(orm), await createUser(orm, { platformRole: "SUPER_ADMIN" })];
    expect(user.email).not.toBe(admin.email);
    const membership = { tenantId: one.id, userId: user.id };
    expect(await createMembership(orm, membership)).toMatchObject({ ...membership, role: "DEVELOPER" });
  });

  test("number the builds of an app and end the finished ones", async () => {
    const { orm } = db.systemDb;
    const tenant = await createTenant(orm);
    const app = await createApp(orm, { tenantId: tenant.id });
    const of = { tenantId: tenant.id, appId: app.id };
    expect(await createBuild(orm, of)).toMatchObject({ number: 1, status: "QUEUED", finishedAt: null });
    const failed = await createBuild(orm, { ...of, status: "FAILED", errorLog: "broken" });
    expect(failed).toMatchObject({ number: 2, errorLogTail: "broken", finishedAt: expect.any(Date) });
    const [stored] = await orm.execute(sql`select last_build_number from apps where id = ${app.id}`);
    expect(stored).toEqual({ last_build_number: 2 });
  });

  test.each(LISTING_TYPES)("register and publish %s, and claim the slug", async (type) => {
    const { orm } = db.systemDb;
    const tenant = await createTenant(orm);
    const entity = await createEntity(orm, { type, tenantId: tenant.id, name: "Thing" });
    expect(entity.name).toBe("Thing");
    const { slug } = entity;
    const first = await createListing(orm, { type, tenantId: tenant.id, slug, entityId: entity.id });
    expect(first).toMatchObject({ slug, version: "1.0.0", status: "PENDING_APPROVAL", decidedAt: null });
    const second = { type, tenantId: tenant.id, slug, entityId: entity.id, version: "1.1.0" };
    const approved = await createListing(orm, { ...second, status: "APPROVED" });
    expect(approved.versionKey > first.versionKey).toBe(true);
    expect(approved.decidedAt).toBeInstanceOf(Date);
    const claims = await orm.execute(
      sql`select entity_id from slug_claims where type = ${type} and slug = ${slug}`,
    );
    expect([...claims]).toEqual([{ entity_id: entity.id }]);
    const unrelated = await createListing(orm, { type, tenantId: tenant.id });
    expect(unrelated.slug).not.toBe(slug);
  });
});
