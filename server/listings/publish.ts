import { eq } from "drizzle-orm";
import { listings } from "@/db/schema/index.ts";
import { precedenceKey } from "@/db/version-key.ts";
import { checkAgainstPredecessor, requireArchive } from "../archives/service.ts";
import { scheduleChecks } from "../checks/queue/queue-checks.ts";
import { slugTaken } from "../entities/service.ts";
import { eventRow } from "../events/record-event.ts";
import { auditRow } from "../platform/audit.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError, databaseError } from "../platform/errors.ts";
import { runAfterCommit, withTransaction } from "../platform/mutate.ts";
import type { ThemeLook } from "../themes/input.ts";
import { freezeLook } from "../themes/look.ts";
import { listingSubmitted } from "./events.ts";
import type { PublishListing } from "./input.ts";
import { REFERENCE_FIELD } from "./policy.ts";
import { toReviewOutlook, viewOfListing } from "./record.ts";
import { storeSubmission } from "./submission.ts";
import type { ListingView } from "./view.ts";

/**
 * Publishes one version of an item: creates a listing in `PENDING_APPROVAL` (specification 3.1, 4.1). Needs
 * `MARKETPLACE_PUBLISH`. The entity must exist and be the tenant's. A slug belongs to the tenant that published or
 * registered it first and stays with its entity. A theme's listing keeps the present look of the draft. An archive may not
 * request more than its version number admits.
 *
 * The function `submit_listing` (`db/functions/submissions.sql`) judges what must be judged under the slug's lock, the
 * version rule among it, and stores the listing with its audit row, its event and its check: one round trip, whole or not
 * at all. `submittedAt` is later than that of every earlier version of the slug.
 * @throws AppError `PERMISSION_DENIED`, `REFERENCE_NOT_FOUND`, `SLUG_TAKEN`, `VERSION_EXISTS`, `VERSION_NOT_INCREMENTED`,
 * `ARCHIVE_REJECTED`
 */
export async function publishListing(ctx: TenantContext, input: PublishListing): Promise<ListingView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { archiveSha256, themeId, version } = input;
  if (!archiveSha256 && !themeId) return submitListing(ctx, input, null);
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const look = themeId ? await freezeLook(tx, joined, { themeId, version }) : null;
    const manifest = archiveSha256 ? await requireArchive(tx, joined, { ...input, archiveSha256 }) : null;
    const listing = await submitListing(joined, input, look);
    if (manifest) {
      const flags = await checkAgainstPredecessor(tx, { ...input, manifest });
      if (flags.length > 0) await tx.update(listings).set({ flags }).where(eq(listings.id, listing.id));
    }
    return listing;
  });
}

async function submitListing(
  ctx: TenantContext,
  input: PublishListing,
  themeLook: ThemeLook | null,
): Promise<ListingView> {
  const listing = { ...listingOf(ctx, input), themeLook };
  const { type, slug, version, status } = listing;
  const audit = auditRow(ctx, "listing.publish", {
    type: "listing",
    id: listing.id,
    tenantId: ctx.tenant.id,
    after: { type, slug, version, status },
  });
  try {
    const event = eventRow(ctx, listingSubmitted(listing));
    const row = await storeSubmission(ctx, { listing, audit, event });
    runAfterCommit(ctx, scheduleChecks);
    const stored = { ...listing, submittedAt: new Date(row.submitted_at) };
    return { ...viewOfListing({ listing: stored, decision: null }), review: toReviewOutlook(row) };
  } catch (error) {
    throw asRefusal(error, input);
  }
}

function listingOf(
  ctx: TenantContext,
  input: PublishListing,
): Omit<typeof listings.$inferSelect, "themeLook"> {
  return {
    id: ctx.newId(),
    tenantId: ctx.tenant.id,
    type: input.type,
    slug: input.slug,
    version: input.version,
    versionKey: precedenceKey(input.version),
    name: input.name,
    description: input.description,
    changelog: input.changelog ?? null,
    appPluginId: input.appPluginId ?? null,
    themeId: input.themeId ?? null,
    systemPluginId: input.systemPluginId ?? null,
    archiveSha256: input.archiveSha256 ?? null,
    flags: [],
    status: "PENDING_APPROVAL",
    submittedBy: "userId" in ctx.actor ? ctx.actor.userId : null,
    submittedAt: ctx.now(),
    decidedAt: null,
  };
}

/** The AppError for an error of `submit_listing`. */
function asRefusal(error: unknown, input: PublishListing): unknown {
  const { code, detail } = databaseError(error);
  const { slug, version } = input;
  switch (code) {
    case "DD001":
      return referenceNotFound(input);
    case "DD002":
      return slugTaken();
    case "DD003":
      return new AppError(
        "VERSION_EXISTS",
        `${slug} ${detail} was submitted before; a version number is used once.`,
      );
    case "DD004":
      return new AppError(
        "VERSION_NOT_INCREMENTED",
        `${version} must rank above every approved or pending version of ${slug}.`,
        {
          problems: [
            { path: "version", message: "must rank above every approved or pending version of the slug" },
          ],
        },
      );
    default:
      return error;
  }
}

function referenceNotFound({ type }: PublishListing): AppError {
  const path = REFERENCE_FIELD[type];
  const message = "names nothing that this tenant has registered";
  return new AppError("REFERENCE_NOT_FOUND", `${path} ${message}.`, { problems: [{ path, message }] });
}
