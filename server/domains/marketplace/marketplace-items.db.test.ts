import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEntity, createListing, createTenant } from "@/db/factories.ts";
import { listingChecks, listings, marketplaceItems } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { type Context, database } from "@/server/core/context.ts";
import { restoreTenant, suspendTenant } from "@/server/domains/accounts/tenants/administer.ts";
import { publishListing } from "@/server/domains/listings/publish.ts";
import { withdrawListing } from "@/server/domains/listings/service.ts";
import { DecideListing } from "@/server/domains/moderation/input.ts";
import { NO_CODE } from "@/server/domains/moderation/policy.ts";
import { decideListing } from "@/server/domains/moderation/service.ts";
import { AppError } from "@/shared/errors.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;

/** What the marketplace shows by definition, from the listings themselves. */
const byDefinition = () =>
  orm().execute(sql`
    select l.type, l.slug, l.tenant_id, l.id as listing_id, l.version_key, l.decided_at as approved_at,
      lower(l.name) || E'\n' || lower(l.slug) || E'\n' || item_addresses(l) || E'\n' || searchable_text(l.description) as search_text, '{}'::text[] as categories,
      true as is_recent
    from listings l join tenants t on t.id = l.tenant_id
    where l.status = 'APPROVED' and t.suspended_at is null and not exists (
      select from listings higher where higher.type = l.type and higher.slug = l.slug and higher.status = 'APPROVED'
        and higher.version_key > l.version_key
    )
    order by l.type, l.slug`);

const asKept = () => orm().execute(sql`select * from marketplace_items order by type, slug`);

async function expectInStep(): Promise<number> {
  const kept = await asKept();
  expect(kept).toEqual(await byDefinition());
  return kept.length;
}

/** What may happen, the more often the more often it stands here, and to which of those that are there. */
const HAPPENINGS = [
  ...["publish", "publish", "publish", "approve", "approve", "approve"],
  ...["reject", "suspend", "restore", "withdraw", "rewrite", "suspend publisher", "restore publisher"],
] as const;
const happening = fc.tuple(fc.constantFrom(...HAPPENINGS), fc.nat(100));

describe("the public catalogue", () => {
  it("shows approved items after any sequence of changes", { timeout: 120_000 }, async () => {
    const admin = await signInAdmin();
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 10, maxLength: 40 }),
        fc.boolean(),
        async (story, isHasty) => {
          const world = await openWorld(admin);
          if (isHasty) await Promise.all(story.map((one) => world.tell(one)));
          else for (const one of story) await world.tell(one).then(expectInStep);
          await expectInStep();
        },
      ),
      { numRuns: 12 },
    );
    expect(await expectInStep()).toBeGreaterThan(3);
  });

  it("does not deadlock approvals with the publisher's suspension", {
    timeout: 60_000,
  }, async () => {
    const admin = await signInAdmin();
    const { tenant } = await signInMember();
    const waiting = await Promise.all(
      Array.from({ length: 12 }, () => createListing(orm(), { tenantId: tenant.id, type: "APP_PLUGIN" })),
    );
    await Promise.all([
      ...waiting.map(({ id }) => act(admin, id, "approve")),
      suspendTenant(admin, { tenantId: tenant.id, reason: "Spam." }),
    ]);
    await expectInStep();
    expect(await orm().$count(marketplaceItems, eq(marketplaceItems.tenantId, tenant.id))).toBe(0);
    await Promise.all([
      ...waiting.slice(0, 6).map(({ id }) => act(admin, id, "suspend")),
      restoreTenant(admin, tenant.id),
    ]);
    await expectInStep();
    expect(await orm().$count(marketplaceItems, eq(marketplaceItems.tenantId, tenant.id))).toBe(6);
  });

  it("removes a deleted listing, and shows the previous version", async () => {
    const { id: tenantId } = await createTenant(orm());
    const first = await createListing(orm(), { tenantId, type: "THEME", status: "APPROVED" });
    const later = {
      tenantId,
      type: "THEME",
      slug: first.slug,
      entityId: first.themeId ?? "",
      status: "APPROVED",
    } as const;
    const second = await createListing(orm(), { ...later, version: "2.0.0" });
    for (const id of [second.id, first.id]) {
      expect(await orm().$count(marketplaceItems, eq(marketplaceItems.listingId, id))).toBe(1);
      await orm().delete(listingChecks).where(eq(listingChecks.listingId, id));
      await orm().delete(listings).where(eq(listings.id, id));
      await expectInStep();
    }
  });

  it("is the same for one statement and many", async () => {
    const { id: tenantId } = await createTenant(orm());
    const pending = await Promise.all(
      Array.from({ length: 5 }, () => createListing(orm(), { tenantId, type: "SYSTEM_PLUGIN" })),
    );
    await orm()
      .update(listings)
      .set({ status: "APPROVED", decidedAt: new Date() })
      .where(eq(listings.tenantId, tenantId));
    expect(await orm().$count(marketplaceItems, eq(marketplaceItems.tenantId, tenantId))).toBe(
      pending.length,
    );
    await expectInStep();
  });
});

const ITEMS = 4;

/** Two publishers with some items, and how to tell what happens to them. */
async function openWorld(admin: Context) {
  const publishers = [await signInMember(), await signInMember()];
  const items = await Promise.all(
    Array.from({ length: ITEMS }, async (_, index) => {
      const publisher = nthOf(publishers, index);
      return {
        publisher,
        entity: await createEntity(orm(), { type: "APP_PLUGIN", tenantId: publisher.tenant.id }),
      };
    }),
  );
  const submitted = await Promise.all(items.map((item) => publish(item, "1.0.0")));
  let versions = 0;
  const tell = async ([what, nth]: [(typeof HAPPENINGS)[number], number]): Promise<void> => {
    const { id, publisher } = nthOf(submitted, nth);
    if (what === "publish") {
      const item = nthOf(items, nth);
      await permitted(async () => submitted.push(await publish(item, `1.${++versions}.0`)));
    } else if (what === "withdraw") {
      await permitted(() => withdrawListing(publisher, id));
    } else if (what === "rewrite") {
      await orm()
        .update(listings)
        .set({ name: `Ähnlich ${nth}` })
        .where(eq(listings.id, id));
    } else if (what === "suspend publisher") {
      await permitted(() => suspendTenant(admin, { tenantId: publisher.tenant.id, reason: "Spam." }));
    } else if (what === "restore publisher") {
      await permitted(() => restoreTenant(admin, publisher.tenant.id));
    } else {
      await permitted(() => act(admin, id, what));
    }
  };
  return { tell };
}

async function publish(
  { publisher, entity }: { publisher: Publisher; entity: { id: string; slug: string } },
  version: string,
) {
  const fields = { name: "Größe", description: "ΟΔΟΣ und Straße", appPluginId: entity.id, slug: entity.slug };
  const { id } = await publishListing(publisher, { type: "APP_PLUGIN", ...fields, version });
  return { id, publisher };
}

type Publisher = Awaited<ReturnType<typeof signInMember>>;

const act = (admin: Context, listingId: string, action: "approve" | "reject" | "suspend" | "restore") =>
  decideListing(
    admin,
    DecideListing.parse({ listingId, action, ...REASON, acknowledgedFindings: [NO_CODE] }),
  );

const REASON = { reason: "BROKEN", comment: "It does not start." };

/** Does it if the rules permit it now. */
async function permitted(change: () => Promise<unknown>): Promise<void> {
  await change().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

function nthOf<T>(all: readonly T[], nth: number): T {
  const one = all[nth % all.length];
  if (one === undefined) throw new Error("there is none");
  return one;
}
