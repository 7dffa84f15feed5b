import { and, desc, eq, lt, ne } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { archiveObjects, archives, changelogDocuments, listingChecks, listings } from "@/db/schema/index.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { mutate, read, writeUnaudited } from "@/server/core/transactions.ts";
import { walkStoredArchive } from "@/server/domains/items/archives/service.ts";
import { saveChangelogDocument } from "@/server/domains/items/markdown/changelog-documents.ts";
import { isPlainDocument, type MarkdownDocument } from "@/server/domains/items/markdown/policy.ts";
import { saveReadmeDocuments } from "@/server/domains/items/markdown/readme-documents.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import { AppError } from "@/shared/errors.ts";
import type { Subject } from "@/shared/plugin/checks/check.ts";
import { openCheck } from "@/shared/plugin/checks/check.ts";
import type { CheckResult } from "@/shared/plugin/checks/finding.ts";
import { RULE_SET_VERSION } from "@/shared/plugin/checks/rule-set.ts";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import { README } from "@/shared/plugin/readme-addresses.ts";
import { findSimilarItems } from "../item-names.ts";
import { findListing, type Listing } from "../listing-row.ts";
import { findBlock } from "./block.ts";

/**
 * Job that checks one listing by all rules and saves the findings. Idempotent, as jobs run at least once: the result is
 * deterministic and saved once, with one audit row. The archive is streamed from the object store. A temporary failure
 * throws, so that the job is retried; the last attempt saves the failure.
 */
export async function runCheck(ctx: Context, listingId: string, isLastAttempt = false): Promise<void> {
  const listing = await startRun(ctx, listingId);
  if (!listing) return;
  await saveChangelogDocument(ctx, listing);
  if (listing.archiveSha256 !== null) await saveReadmeDocuments(ctx, listing.archiveSha256);
  try {
    const result = await check(ctx, listing);
    await finishRun(ctx, listing, (tx) => saveResult(tx, ctx, listing, result));
  } catch (error) {
    const isPermanent = error instanceof AppError && error.code === "ARCHIVE_REJECTED";
    if (!isPermanent && !isLastAttempt) throw error;
    log().warn({ err: error, listingId }, "a listing could not be checked");
    const failure = isPermanent ? `The archive could not be read: ${error.message}` : UNREACHABLE;
    await finishRun(ctx, listing, (tx) => saveFailure(tx, ctx, listing, failure));
  }
}

const UNREACHABLE = "The archive could not be read from the object store after several attempts.";

/** Marks the check as running. @returns null if it is done, or without such a listing */
async function startRun(ctx: Context, listingId: string): Promise<Listing | null> {
  return writeUnaudited(ctx, async (tx) => {
    const [started] = await tx
      .update(listingChecks)
      .set({ state: "RUNNING", startedAt: ctx.now(), failure: null })
      .where(and(eq(listingChecks.listingId, listingId), ne(listingChecks.state, "DONE")))
      .returning({ listingId: listingChecks.listingId });
    if (!started) return null;
    return (await findListing(tx, listingId))?.listing ?? null;
  });
}

async function check(ctx: Context, listing: Listing): Promise<CheckResult> {
  const run = openCheck(await read(ctx, (tx) => loadSubject(tx, listing)));
  if (listing.archiveSha256) {
    await walkStoredArchive(listing.archiveSha256, ({ path, sizeBytes }) => run.openFile(path, sizeBytes));
  }
  return run.end();
}

type SavedRun = { after: Record<string, unknown> } | null;

/** Saves the end of a run with its audit row, unless another run finished it or a new one was requested. */
async function finishRun(ctx: Context, listing: Listing, save: (tx: Transaction) => Promise<SavedRun>) {
  const superseded = new Error("another run finished the check");
  try {
    await mutate(ctx, "listing.check", async (tx) => {
      const saved = await save(tx);
      if (!saved) throw superseded;
      const { id, tenantId } = listing;
      const audit: AuditSubject = { type: "listing_check", id, tenantId, after: saved.after };
      return { result: undefined, audit };
    });
  } catch (error) {
    if (error !== superseded) throw error;
  }
}

const isRunning = (listing: Listing) =>
  and(eq(listingChecks.listingId, listing.id), eq(listingChecks.state, "RUNNING"));

async function saveResult(
  tx: Transaction,
  ctx: Context,
  listing: Listing,
  result: CheckResult,
): Promise<SavedRun> {
  const { findings, further } = result;
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const counts = { high: count("HIGH"), medium: count("MEDIUM"), low: count("LOW") };
  const [saved] = await tx
    .update(listingChecks)
    .set({
      state: "DONE",
      finishedAt: ctx.now(),
      ruleSetVersion: RULE_SET_VERSION,
      findings,
      further,
      ...counts,
    })
    .where(isRunning(listing))
    .returning({ listingId: listingChecks.listingId });
  return saved ? { after: { state: "DONE", ruleSetVersion: RULE_SET_VERSION, ...counts } } : null;
}

async function saveFailure(
  tx: Transaction,
  ctx: Context,
  listing: Listing,
  failure: string,
): Promise<SavedRun> {
  const [saved] = await tx
    .update(listingChecks)
    .set({ state: "FAILED", finishedAt: ctx.now(), failure })
    .where(isRunning(listing))
    .returning({ listingId: listingChecks.listingId });
  return saved ? { after: { state: "FAILED", failure } } : null;
}

/** Input of the rules beside the files. */
async function loadSubject(tx: Reader, listing: Listing): Promise<Subject> {
  return {
    slug: listing.slug,
    name: listing.name,
    version: listing.version,
    changelog: listing.changelog,
    permissionsBefore: await findApprovedPermissions(tx, listing),
    blockReason: listing.archiveSha256
      ? ((await findBlock(tx, listing.archiveSha256))?.reason ?? null)
      : null,
    similarItems: await findSimilarItems(tx, listing),
    look: parseListedLook(listing.themeLook),
    unformatted: await findUnformatted(tx, listing),
  };
}

/** Texts beyond the limits of Markdown, which pages show as they were written, in part or as a whole. */
async function findUnformatted(tx: Reader, { id, archiveSha256 }: Listing): Promise<string[]> {
  const [changelog] = await tx
    .select({ document: changelogDocuments.document })
    .from(changelogDocuments)
    .where(eq(changelogDocuments.listingId, id));
  const [readme] = await tx
    .select({ documents: archiveObjects.readmeDocuments })
    .from(archiveObjects)
    .where(eq(archiveObjects.sha256, archiveSha256 ?? ""));
  const documents: Record<string, MarkdownDocument[]> = {
    changelog: changelog ? [changelog.document as MarkdownDocument] : [],
    [README]: (readme?.documents ?? []) as MarkdownDocument[],
  };
  return Object.keys(documents).filter((path) => documents[path]?.some(isPlainDocument));
}

/** Permissions of the highest approved version below this one; null without one. */
async function findApprovedPermissions(tx: Reader, listing: Listing): Promise<readonly string[] | null> {
  const [approved] = await tx
    .select({ manifest: archives.manifest })
    .from(listings)
    .leftJoin(
      archives,
      and(eq(archives.tenantId, listings.tenantId), eq(archives.sha256, listings.archiveSha256)),
    )
    .where(
      and(
        eq(listings.type, listing.type),
        eq(listings.slug, listing.slug),
        eq(listings.status, "APPROVED"),
        lt(listings.versionKey, listing.versionKey),
      ),
    )
    .orderBy(desc(listings.versionKey))
    .limit(1);
  return approved ? ((approved.manifest as PluginManifest | null)?.permissions ?? []) : null;
}
