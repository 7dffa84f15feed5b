import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { listingChecks, listings } from "@/db/schema/index.ts";
import { notFound } from "@/shared/errors.ts";
import type { Finding } from "@/shared/plugin/checks/finding.ts";
import { RULE_IDS, RULES } from "@/shared/plugin/checks/rule-set.ts";
import { type CheckState, REFERENCE_FIELD } from "@/shared/vocabulary.ts";
import type { Listing } from "../listing-row.ts";
import type { ChecksView, FindingView } from "./view.ts";

/** Check results of a listing, compared with the previous submission. The caller authorizes. @throws AppError `NOT_FOUND` */
export async function readCheckResults(tx: Reader, listing: Listing): Promise<ChecksView> {
  const [check] = await tx.select().from(listingChecks).where(eq(listingChecks.listingId, listing.id));
  if (!check) throw notFound("check");
  const findings = (check.findings ?? []) as Finding[];
  const isChecked = check.ruleSetVersion !== null;
  const before = isChecked ? await findPrevious(tx, listing) : null;
  const { fixed, still, added } = compareFindings(before?.findings ?? [], findings);
  const isAdded = new Set(added);
  const { high, medium, low } = check;
  return {
    listingId: listing.id,
    state: check.state,
    ruleSetVersion: check.ruleSetVersion,
    checkedAt: isChecked ? (check.finishedAt?.toISOString() ?? null) : null,
    failure: check.failure,
    counts: { high, medium, low },
    findings: findings.map((finding) => toFindingView(finding, before && isAdded.has(finding))),
    further: check.further,
    rules: listRules([...findings, ...fixed]),
    previous: before && {
      listingId: before.listingId,
      version: before.version,
      fixed: fixed.map((finding) => toFindingView(finding, false)),
      still: still.length,
      added: added.length,
    },
  };
}

/** Previous checked submission of the same plugin or theme. */
async function findPrevious(tx: Reader, listing: Listing) {
  const field = REFERENCE_FIELD[listing.type];
  const [previous] = await tx
    .select({
      listingId: listings.id,
      version: listings.version,
      findings: listingChecks.findings,
    })
    .from(listings)
    .innerJoin(listingChecks, eq(listingChecks.listingId, listings.id))
    .where(
      and(
        eq(listings.tenantId, listing.tenantId),
        eq(listings[field], listing[field] ?? ""),
        ne(listings.id, listing.id),
        isNotNull(listingChecks.findings),
        sql`(${listings.submittedAt}, ${listings.id}) < (${listing.submittedAt.toISOString()}::timestamptz, ${listing.id}::uuid)`,
      ),
    )
    .orderBy(desc(listings.submittedAt), desc(listings.id))
    .limit(1);
  return previous ? { ...previous, findings: previous.findings as Finding[] } : null;
}

const toFindingView = (finding: Finding, isNew: boolean | null): FindingView => ({
  ...finding,
  title: RULES[finding.rule].title,
  isNew,
});

function listRules(findings: readonly Finding[]): ChecksView["rules"] {
  const named = new Set(findings.map(({ rule }) => rule));
  return RULE_IDS.filter((id) => named.has(id)).map((id) => {
    const { title, why, cure } = RULES[id];
    return { id, title, why, cure };
  });
}

/** Compares by fingerprint, which does not depend on line numbers. */
function compareFindings(before: readonly Finding[], now: readonly Finding[]) {
  const [known, present] = [fingerprintsOf(before), fingerprintsOf(now)];
  return {
    fixed: before.filter(({ fingerprint }) => !present.has(fingerprint)),
    still: now.filter(({ fingerprint }) => known.has(fingerprint)),
    added: now.filter(({ fingerprint }) => !known.has(fingerprint)),
  };
}

const fingerprintsOf = (findings: readonly Finding[]) =>
  new Set(findings.map(({ fingerprint }) => fingerprint));

/** High findings of a listing, of an earlier run while a new one is under way. The caller authorizes. */
export async function listHighFindings(tx: Transaction, listingId: string): Promise<FindingView[]> {
  const [check] = await tx
    .select({ findings: listingChecks.findings })
    .from(listingChecks)
    .where(and(eq(listingChecks.listingId, listingId), gt(listingChecks.high, 0)));
  const findings = (check?.findings ?? []) as Finding[];
  return findings
    .filter(({ severity }) => severity === "HIGH")
    .map((finding) => toFindingView(finding, null));
}

/** Number of findings by severity; of an earlier run, if any, while `state` is not `DONE`. */
export interface RiskFlags {
  state: CheckState;
  high: number;
  medium: number;
  low: number;
}

/** Risk flags by listing id. The caller authorizes. */
export async function listRiskFlags(
  tx: Reader,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, RiskFlags>> {
  if (listingIds.length === 0) return new Map();
  const rows = await tx
    .select({
      listingId: listingChecks.listingId,
      state: listingChecks.state,
      high: listingChecks.high,
      medium: listingChecks.medium,
      low: listingChecks.low,
    })
    .from(listingChecks)
    .where(inArray(listingChecks.listingId, [...listingIds]));
  return new Map(rows.map(({ listingId, ...flags }) => [listingId, flags]));
}
