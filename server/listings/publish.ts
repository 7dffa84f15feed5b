import { and, eq, inArray, max } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings } from "@/db/schema/index.ts";
import { precedenceKey } from "@/db/version-key.ts";
import { requireArchive } from "../archives/service.ts";
import { requirePermission } from "../authorize.ts";
import type { TenantContext } from "../context.ts";
import { claimSlug, requireEntity } from "../entities/service.ts";
import { AppError } from "../errors.ts";
import { mutate } from "../mutate.ts";
import { submitLook } from "../themes/look.ts";
import { type PublishListing, REFERENCE_FIELD } from "./input.ts";
import { findOutlook, viewOfListing } from "./record.ts";
import type { ListingView } from "./view.ts";

/**
 * Publishes one version of an item: makes a listing that waits in `PENDING_APPROVAL` (specification 3.1, 4.1).
 * Needs `MARKETPLACE_PUBLISH`. The entity it refers to must exist and be the tenant's. A slug belongs to who published
 * or registered it first and stays with its entity. A version number is used once, whatever became of it, and must
 * rank above every approved or pending version of its slug; the slug's claim is the lock that makes this true for
 * publishers who race. A theme's listing keeps the look that its draft has now.
 * @throws AppError `PERMISSION_DENIED`, `REFERENCE_NOT_FOUND`, `SLUG_TAKEN`, `VERSION_EXISTS`, `VERSION_NOT_INCREMENTED`,
 * `ARCHIVE_REJECTED`
 */
export async function publishListing(ctx: TenantContext, input: PublishListing): Promise<ListingView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "listing.publish", async (tx) => {
    const field = REFERENCE_FIELD[input.type];
    const entityId = input[field] ?? "";
    await requireEntity(tx, ctx, { type: input.type, id: entityId, field });
    const { archiveSha256 } = input;
    if (archiveSha256) await requireArchive(tx, ctx, { ...input, archiveSha256 });
    await claimSlug(tx, ctx, { type: input.type, slug: input.slug, entityId });
    await requireNewVersion(tx, input);
    const listing = await insertListing(tx, ctx, input);
    const review = await findOutlook(tx, listing);
    const { type, slug, version, status } = listing;
    return {
      result: { ...viewOfListing({ listing, decision: null }), review },
      audit: {
        type: "listing",
        id: listing.id,
        tenantId: ctx.tenant.id,
        after: { type, slug, version, status },
      },
    };
  });
}

async function requireNewVersion(tx: Transaction, { type, slug, version }: PublishListing): Promise<void> {
  const key = precedenceKey(version);
  const ofSlug = and(eq(listings.type, type), eq(listings.slug, slug));
  const [same] = await tx
    .select({ version: listings.version })
    .from(listings)
    .where(and(ofSlug, eq(listings.versionKey, key)));
  if (same) {
    throw new AppError(
      "VERSION_EXISTS",
      `${slug} ${same.version} was submitted before; a version number is used once.`,
    );
  }
  const [highest] = await tx
    .select({ key: max(listings.versionKey) })
    .from(listings)
    .where(and(ofSlug, inArray(listings.status, ["APPROVED", "PENDING_APPROVAL"])));
  if (highest?.key && highest.key > key) {
    throw new AppError(
      "VERSION_NOT_INCREMENTED",
      `${version} must rank above every approved or pending version of ${slug}.`,
      {
        problems: [
          { path: "version", message: "must rank above every approved or pending version of the slug" },
        ],
      },
    );
  }
}

async function insertListing(tx: Transaction, ctx: TenantContext, input: PublishListing) {
  const { themeId, version } = input;
  const themeLook = themeId ? await submitLook(tx, ctx, { themeId, version }) : null;
  const [listing] = await tx
    .insert(listings)
    .values({
      ...input,
      id: ctx.newId(),
      tenantId: ctx.tenant.id,
      themeLook,
      versionKey: precedenceKey(input.version),
      submittedBy: "userId" in ctx.actor ? ctx.actor.userId : null,
      submittedAt: ctx.now(),
    })
    .returning();
  if (!listing) throw new Error("the listing was not stored");
  return listing;
}
