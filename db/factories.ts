import { eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { namedAs } from "../shared/name-skeleton.ts";
import { precedenceKey } from "../shared/version-key.ts";
import { REFERENCE_FIELD } from "../shared/vocabulary.ts";
import type { Orm } from "./client.ts";
import * as schema from "./schema/index.ts";

/**
 * Factories of rows for integration tests. Each stores one row that satisfies all constraints and returns it. Names, slugs
 * and addresses are unique, so that tests can share a database. `db` must see all tenants.
 */
export async function createTenant(db: Orm, values: Overrides<typeof schema.tenants> = {}) {
  const slug = uniqueSlug("tenant");
  const rows = await db
    .insert(schema.tenants)
    .values({ id: uuidv7(), slug, ...namedAs(values.name ?? slug), ...values })
    .returning();
  return only(rows);
}

/** User with a verified address. */
export async function createUser(db: Orm, values: Overrides<typeof schema.users> = {}) {
  const name = uniqueSlug("user");
  const rows = await db
    .insert(schema.users)
    .values({
      id: uuidv7(),
      email: `${name}@drydock.test`,
      emailVerifiedAt: new Date(),
      ...namedAs(values.name ?? name),
      ...values,
    })
    .returning();
  return only(rows);
}

/** Membership with role DEVELOPER unless `values` names another. */
export async function createMembership(
  db: Orm,
  values: Overrides<typeof schema.memberships> & { tenantId: string; userId: string },
) {
  const rows = await db
    .insert(schema.memberships)
    .values({ role: "DEVELOPER", ...values })
    .returning();
  return only(rows);
}

export async function createApp(db: Orm, values: Overrides<typeof schema.apps> & { tenantId: string }) {
  const slug = uniqueSlug("app");
  const rows = await db
    .insert(schema.apps)
    .values({ id: uuidv7(), slug, name: slug, platforms: ["ANDROID", "IOS"], ...values })
    .returning();
  return only(rows);
}

/** Queued build with the app's next number; a terminal `status` also brings `finishedAt`. */
export async function createBuild(
  db: Orm,
  values: Overrides<typeof schema.builds> & { tenantId: string; appId: string },
) {
  const [app] = await db
    .update(schema.apps)
    .set({ lastBuildNumber: sql`${schema.apps.lastBuildNumber} + 1` })
    .where(eq(schema.apps.id, values.appId))
    .returning({ number: schema.apps.lastBuildNumber });
  const isFinished = values.status === "COMPLETED" || values.status === "FAILED";
  const rows = await db
    .insert(schema.builds)
    .values({
      id: uuidv7(),
      number: app?.number ?? 1,
      platform: "ANDROID",
      version: "1.0.0",
      finishedAt: isFinished ? new Date() : null,
      ...values,
    })
    .returning();
  return only(rows);
}

/** Registered plugin or theme with its slug claim. */
export async function createEntity(
  db: Orm,
  { type, ...values }: { type: schema.ListingType; tenantId: string; slug?: string; name?: string },
) {
  const slug = values.slug ?? uniqueSlug("entity");
  const rows = await db
    .insert(TABLE_OF_TYPE[type])
    .values({ id: uuidv7(), name: slug, ...values, slug })
    .returning();
  await db.insert(schema.slugClaims).values({ type, slug, tenantId: values.tenantId }).onConflictDoNothing();
  return only(rows);
}

/** Pending listing of a new entity unless `entityId` names one; another `status` also brings `decidedAt`. */
export async function createListing(
  db: Orm,
  {
    entityId,
    ...values
  }: Overrides<typeof schema.listings> & { tenantId: string; type: schema.ListingType; entityId?: string },
) {
  const { type, tenantId, version = "1.0.0", status = "PENDING_APPROVAL" } = values;
  const slug = values.slug ?? uniqueSlug("listing");
  const entity = entityId ? { id: entityId } : await createEntity(db, { type, tenantId, slug });
  await db
    .insert(schema.slugClaims)
    .values({ type, slug, tenantId, entityId: entity.id })
    .onConflictDoUpdate({
      target: [schema.slugClaims.type, schema.slugClaims.slug],
      set: { entityId: entity.id },
    });
  const rows = await db
    .insert(schema.listings)
    .values({
      id: uuidv7(),
      name: slug,
      description: "A listing made for a test.",
      decidedAt: status === "PENDING_APPROVAL" ? null : new Date(),
      versionKey: precedenceKey(version),
      [REFERENCE_FIELD[type]]: entity.id,
      themeLook: type === "THEME" ? { themeConfig: {}, previewImages: [] } : null,
      ...values,
      slug,
      version,
    })
    .returning();
  return only(rows);
}

type Overrides<T extends { $inferInsert: object }> = Partial<T["$inferInsert"]>;

const TABLE_OF_TYPE = {
  APP_PLUGIN: schema.appPlugins,
  THEME: schema.themes,
  SYSTEM_PLUGIN: schema.systemPlugins,
} as const;

const uniqueSlug = (prefix: string) => `${prefix}-${uuidv7().replaceAll("-", "")}`;

function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("nothing was stored");
  return row;
}

/** Entry of the audit log about no row. */
export async function createAuditEntry(db: Orm, values: Overrides<typeof schema.auditLog> = {}) {
  const subject = { subjectType: "user", subjectId: uuidv7() };
  const rows = await db
    .insert(schema.auditLog)
    .values({ id: uuidv7(), actorKind: "system", action: "user.rename", ...subject, ...values })
    .returning();
  return only(rows);
}
