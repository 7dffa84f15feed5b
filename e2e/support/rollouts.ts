import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import type { Orm } from "@/db/client.ts";
import { createApp, createBuild, createEntity, createListing, createTenant } from "@/db/factories.ts";
import {
  archiveObjects,
  archives,
  buildInputs,
  installations,
  listings,
  rollouts,
} from "@/db/schema/index.ts";
import { ringKey } from "@/server/domains/apps/rollouts/eligibility.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { InstallationUpdates, ListingType } from "@/shared/vocabulary.ts";

/** Item with versions whose archives exist as rows only. */
export async function createItem(orm: Orm, tenantId: string, type: ListingType = "APP_PLUGIN") {
  const slug = `item-${uuidv7().slice(-12)}`;
  const { id: entityId } = await createEntity(orm, { type, tenantId, slug });
  let archiveCount = 0;
  /** Version that is approved, or pending with `isPending`. */
  const addVersion = async (version: string, permissions: string[] = [], isPending = false) => {
    const sha256 = createHash("sha256").update(`${slug} ${version} ${++archiveCount}`).digest("hex");
    if (type !== "THEME") {
      await orm.insert(archiveObjects).values({ sha256, touchedAt: new Date(), storedAt: new Date() });
      const size = { sizeBytes: 1n, unpackedBytes: 1n, fileCount: 1 };
      await orm.insert(archives).values({ tenantId, sha256, ...size, manifest: { permissions } });
    }
    return createListing(orm, {
      tenantId,
      type,
      slug,
      entityId,
      version,
      archiveSha256: type === "THEME" ? null : sha256,
      status: isPending ? "PENDING_APPROVAL" : "APPROVED",
    });
  };
  return { type, slug, addVersion };
}

export type Item = Awaited<ReturnType<typeof createItem>>;

/** Ring of a tenant for an item of another publisher: 2 for 10 %, 3 for the next 40 %, 4 for the rest. */
export function ringOfTenant(tenantId: string, { type, slug }: Pick<Item, "type" | "slug">): number {
  const hash = createHash("sha256")
    .update(`${ringKey(type, slug)}${tenantId}`)
    .digest("hex");
  const bucket = Number.parseInt(hash.slice(0, 8), 16) % 100;
  return bucket < 10 ? 2 : bucket < 50 ? 3 : 4;
}

/** Tenant in a ring of an item, made a month ago, so that its builds count. */
export async function createTenantInRing(
  orm: Orm,
  item: Pick<Item, "type" | "slug">,
  ring: number,
  values: { createdBy?: string; createdAt?: Date } = {},
) {
  let id = uuidv7();
  while (ringOfTenant(id, item) !== ring) id = uuidv7();
  return createTenant(orm, { id, createdAt: new Date(Date.now() - 30 * DAY_MS), ...values });
}

/** Installation of a listing; for an app plugin in a new app. */
export async function createInstallation(
  orm: Orm,
  {
    tenantId,
    listingId,
    updates = "MINOR",
    acceptedPermissions = [],
  }: { tenantId: string; listingId: string; updates?: InstallationUpdates; acceptedPermissions?: string[] },
) {
  const [listing] = await orm.select().from(listings).where(eq(listings.id, listingId));
  if (!listing) throw new Error("no such listing");
  const { type, slug } = listing;
  const app = type === "SYSTEM_PLUGIN" ? null : await createApp(orm, { tenantId });
  const now = new Date();
  const [row] = await orm
    .insert(installations)
    .values({
      id: uuidv7(),
      tenantId,
      appId: app?.id ?? null,
      type,
      slug,
      listingId,
      updates,
      acceptedPermissions,
      installedAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error("nothing was stored");
  return row;
}

/** Ended builds of an app; with a listing, they carry it. */
export async function createBuilds(
  orm: Orm,
  {
    tenantId,
    appId,
    listingId,
    at,
    ...counts
  }: {
    tenantId: string;
    appId: string | null;
    listingId?: string;
    at: number;
    completed?: number;
    failed?: number;
  },
): Promise<void> {
  for (const [status, count] of [
    ["COMPLETED", counts.completed ?? 0],
    ["FAILED", counts.failed ?? 0],
  ] as const) {
    for (let index = 0; index < count; index += 1) {
      const createdAt = new Date(at + index);
      const times = { createdAt, finishedAt: createdAt };
      const build = await createBuild(orm, { tenantId, appId: appId ?? "", status, ...times });
      if (!listingId) continue;
      const [listing] = await orm.select().from(listings).where(eq(listings.id, listingId));
      if (!listing) throw new Error("no such listing");
      const { type, slug, version } = listing;
      const inputs = [{ type, slug, version, sha256: null, listingId }];
      await orm.insert(buildInputs).values({ buildId: build.id, tenantId, inputs });
    }
  }
}

/** Rollout of a listing as stored. */
export async function getRollout(orm: Orm, listingId: string) {
  const [row] = await orm.select().from(rollouts).where(eq(rollouts.listingId, listingId));
  if (!row) throw new Error("the listing has no rollout");
  return row;
}

/** Rollout of a listing in any state. */
export async function createRollout(
  orm: Orm,
  listingId: string,
  state: Partial<typeof rollouts.$inferInsert>,
): Promise<void> {
  const [listing] = await orm.select().from(listings).where(eq(listings.id, listingId));
  if (!listing) throw new Error("no such listing");
  const { tenantId, type, slug } = listing;
  const now = new Date();
  const times = { startedAt: now, nextRingAt: now, measuredFrom: now };
  const ended = state.state === "RUNNING" || state.state === "HELD" ? {} : { endedAt: now, settledAt: now };
  await orm
    .insert(rollouts)
    .values({ id: uuidv7(), tenantId, listingId, type, slug, ...times, ...ended, ...state });
}
