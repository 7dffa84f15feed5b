import { eq, getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client.ts";
import { auditLog, domainEvents, listings } from "@/db/schema/index.ts";
import { auditRow } from "@/server/core/audit.ts";
import { requirePermission, requireVerifiedEmail } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { runAfterCommit, withTransaction } from "@/server/core/transactions.ts";
import { checkAgainstPredecessor, lockArchive } from "@/server/domains/items/archives/service.ts";
import { slugTaken } from "@/server/domains/items/entities/service.ts";
import { snapshotLook } from "@/server/domains/items/themes/look.ts";
import { eventRow } from "@/server/events/record-event.ts";
import { AppError, databaseError } from "@/shared/errors.ts";
import type { ThemeLook } from "@/shared/plugin/theme-config.ts";
import { describeVersionFlag, type VersionFlag } from "@/shared/plugin/version-flags.ts";
import { precedenceKey } from "@/shared/version-key.ts";
import { REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import { listingSubmitted } from "./events.ts";
import type { PublishListing } from "./input.ts";
import { type Listing, toListingSummary } from "./listing-row.ts";
import { scheduleChecks } from "./queue-checks.ts";
import { type QueuePositionRow, toReviewOutlook } from "./queue-position.ts";
import type { ListingView } from "./view.ts";

/**
 * Publishes one version of an item: creates a listing in `PENDING_APPROVAL` (specification 3.1, 4.1). Needs
 * `MARKETPLACE_PUBLISH` and a verified address. The entity must be the tenant's, and the slug unclaimed or of this entity. A
 * theme's listing has a snapshot of its draft. An archive may add permissions only as its version number allows.
 *
 * The function `submit_listing` (`db/functions/submissions.sql`) locks the slug, applies the version rule, and inserts the
 * listing with its audit row, event and check: one atomic round trip. `submittedAt` increases with every version of a slug.
 * @throws AppError `PERMISSION_DENIED`, `REFERENCE_NOT_FOUND`, `SLUG_TAKEN`, `VERSION_EXISTS`, `VERSION_NOT_INCREMENTED`,
 * `ARCHIVE_REJECTED`
 */
export async function publishListing(ctx: TenantContext, input: PublishListing): Promise<ListingView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  requireVerifiedEmail(ctx);
  const { archiveSha256, themeId, version } = input;
  if (!archiveSha256 && !themeId) return submitListing(ctx, input, null);
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const look = themeId ? await snapshotLook(tx, joined, { themeId, version }) : null;
    const manifest = archiveSha256 ? await lockArchive(tx, joined, { ...input, archiveSha256 }) : null;
    const listing = await submitListing(joined, input, look);
    if (manifest) {
      const flags = await checkAgainstPredecessor(tx, { ...input, manifest });
      if (flags.length > 0) await storeFlags(tx, listing, flags);
    }
    return listing;
  });
}

async function storeFlags(
  tx: Transaction,
  { id, version }: ListingView,
  versionFlags: VersionFlag[],
): Promise<void> {
  // The sentences are for processes of the version before, until they are gone.
  const flags = versionFlags.map((flag) => describeVersionFlag(flag, version));
  await tx.update(listings).set({ versionFlags, flags }).where(eq(listings.id, id));
}

async function submitListing(
  ctx: TenantContext,
  input: PublishListing,
  themeLook: ThemeLook | null,
): Promise<ListingView> {
  const listing = { ...toListing(ctx, input), themeLook, versionFlags: null };
  const { type, slug, version, status } = listing;
  const audit = auditRow(ctx, "listing.publish", {
    type: "listing",
    id: listing.id,
    tenantId: ctx.tenant.id,
    after: { type, slug, version, status },
  });
  try {
    const event = eventRow(ctx, listingSubmitted(listing));
    const row = await insertSubmission(ctx, { listing, audit, event });
    runAfterCommit(ctx, scheduleChecks);
    const stored = { ...listing, submittedAt: new Date(row.submitted_at) };
    return { ...toListingSummary(stored, null), review: toReviewOutlook(row) };
  } catch (error) {
    throw toRefusal(error, input);
  }
}

function toListing(ctx: TenantContext, input: PublishListing): Omit<Listing, "themeLook" | "versionFlags"> {
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

/** AppError for an error code of `submit_listing`; any other error as it is. */
function toRefusal(error: unknown, input: PublishListing): unknown {
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
        `${slug} ${detail} was already submitted. Each version number can be used once.`,
      );
    case "DD004":
      return new AppError(
        "VERSION_NOT_INCREMENTED",
        `${version} must be higher than ${detail}, the highest approved or pending version of ${slug} with the same major number.`,
        {
          problems: [
            {
              path: "version",
              message: `must be higher than ${detail}`,
            },
          ],
        },
      );
    default:
      return error;
  }
}

function referenceNotFound({ type }: PublishListing): AppError {
  const path = REFERENCE_FIELD[type];
  const message = "does not exist or is not registered by this tenant";
  return new AppError("REFERENCE_NOT_FOUND", `${path} ${message}.`, { problems: [{ path, message }] });
}

interface Submission {
  listing: Listing;
  audit: ReturnType<typeof auditRow>;
  event: ReturnType<typeof eventRow>;
}

/** Result of `submit_listing`: the stored submission time, and the position in the queue. */
interface SubmittedRow extends QueuePositionRow {
  submitted_at: string;
}

/**
 * Calls `submit_listing` (`db/functions/submissions.sql`), in the open transaction or one of its own.
 * @throws errors `DD001` to `DD004` of that function
 */
async function insertSubmission(
  ctx: TenantContext,
  { listing, audit, event }: Submission,
): Promise<SubmittedRow> {
  const executor = ctx.open ? ctx.open.tx : ctx.db.tenantDb.orm;
  const [row] = await executor.execute<SubmittedRow>(sql`
    select * from submit_listing(${ctx.scope}, ${toColumnJson(listings, listing)}::text::jsonb,
      ${toColumnJson(auditLog, audit)}::text::jsonb, ${toColumnJson(domainEvents, event)}::text::jsonb)`);
  if (!row) throw new Error("the listing was not inserted");
  return row;
}

/** Row as JSON with column names as keys, without nulls. */
function toColumnJson<T extends PgTable>(table: T, row: Partial<T["$inferSelect"]>): string {
  const named = Object.entries(getTableColumns(table))
    .map(([key, { name }]) => [name, row[key as keyof typeof row] ?? null])
    .filter(([, value]) => value !== null);
  return JSON.stringify(Object.fromEntries(named));
}
