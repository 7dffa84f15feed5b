import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingChecks, listings } from "@/db/schema/index.ts";
import { archiveKey } from "../archives/policy.ts";
import { walkArchive } from "../archives/walk.ts";
import type { AuditSubject } from "../platform/audit.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { mutate, read } from "../platform/mutate.ts";
import { objectStore } from "../storage/object-store.ts";
import { openCheck } from "./rules/check.ts";
import type { CheckResult } from "./rules/finding.ts";
import { RULE_SET_VERSION } from "./rules/rule-set.ts";
import { readSubject } from "./subject.ts";

type Listing = typeof listings.$inferSelect;

/**
 * Judges one listing by all the rules and keeps what they found. A job, so it may run twice, or be taken over from a
 * process that died: the result is kept once, with one audit row, and is the same whoever makes it. The archive is read
 * from the object store as a stream. What fails for a reason that may pass is tried again; the last try says why.
 */
export async function runCheck(ctx: Context, listingId: string, isLastTry = false): Promise<void> {
  const listing = await startRun(ctx, listingId);
  if (!listing) return;
  try {
    const result = await judge(ctx, listing);
    await settle(ctx, listing, (tx) => keepResult(tx, ctx, listing, result));
  } catch (error) {
    const isHopeless = error instanceof AppError && error.code === "ARCHIVE_REJECTED";
    if (!isHopeless && !isLastTry) throw error;
    log().warn({ err: error, listingId }, "a listing could not be checked");
    const failure = isHopeless ? `The archive cannot be read: ${error.message}` : UNREACHABLE;
    await settle(ctx, listing, (tx) => keepFailure(tx, ctx, listing, failure));
  }
}

const UNREACHABLE = "The archive could not be read from the object store in several tries.";

/** The listing, unless its check is done already or there is no such listing. */
async function startRun(ctx: Context, listingId: string): Promise<Listing | null> {
  return read(ctx, async (tx) => {
    const [started] = await tx
      .update(listingChecks)
      .set({ state: "RUNNING", startedAt: ctx.now(), failure: null })
      .where(and(eq(listingChecks.listingId, listingId), ne(listingChecks.state, "DONE")))
      .returning({ listingId: listingChecks.listingId });
    if (!started) return null;
    const [listing] = await tx.select().from(listings).where(eq(listings.id, listingId));
    return listing ?? null;
  });
}

async function judge(ctx: Context, listing: Listing): Promise<CheckResult> {
  const check = openCheck(await read(ctx, (tx) => readSubject(tx, listing)));
  if (listing.archiveSha256) {
    const stored = await objectStore().get(archiveKey(listing.archiveSha256));
    if (!stored) throw new AppError("UNAVAILABLE", "The archive is not in the object store.");
    await walkArchive(stored.body, check.openFile);
  }
  return check.end();
}

type Kept = { after: Record<string, unknown> } | null;

/** Keeps the end of a run with its audit row; nothing where another run was faster or was asked for in between. */
async function settle(ctx: Context, listing: Listing, keep: (tx: Transaction) => Promise<Kept>) {
  const overtaken = new Error("another run has settled the check");
  try {
    await mutate(ctx, "listing.check", async (tx) => {
      const kept = await keep(tx);
      if (!kept) throw overtaken;
      const { id, tenantId } = listing;
      const audit: AuditSubject = { type: "listing_check", id, tenantId, after: kept.after };
      return { result: undefined, audit };
    });
  } catch (error) {
    if (error !== overtaken) throw error;
  }
}

const isRunning = (listing: Listing) =>
  and(eq(listingChecks.listingId, listing.id), eq(listingChecks.state, "RUNNING"));

async function keepResult(
  tx: Transaction,
  ctx: Context,
  listing: Listing,
  result: CheckResult,
): Promise<Kept> {
  const { findings, further } = result;
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const counts = { high: count("HIGH"), medium: count("MEDIUM"), low: count("LOW") };
  const [kept] = await tx
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
  return kept ? { after: { state: "DONE", ruleSetVersion: RULE_SET_VERSION, ...counts } } : null;
}

async function keepFailure(tx: Transaction, ctx: Context, listing: Listing, failure: string): Promise<Kept> {
  const [kept] = await tx
    .update(listingChecks)
    .set({ state: "FAILED", finishedAt: ctx.now(), failure })
    .where(isRunning(listing))
    .returning({ listingId: listingChecks.listingId });
  return kept ? { after: { state: "FAILED", failure } } : null;
}
