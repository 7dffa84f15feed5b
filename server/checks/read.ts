import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingChecks, listings } from "@/db/schema/index.ts";
import { REFERENCE_FIELD } from "../listings/policy.ts";
import { notFound } from "../platform/errors.ts";
import { compareFindings } from "./policy.ts";
import type { Finding } from "./rules/finding.ts";
import { RULE_IDS, RULES } from "./rules/rule-set.ts";
import type { ChecksView, FindingView } from "./view.ts";

type Listing = typeof listings.$inferSelect;

/** The checks of a listing, compared with those of the submission before. Who may see them is the caller's care. */
export async function readChecks(tx: Transaction, listing: Listing): Promise<ChecksView> {
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
    findings: findings.map((finding) => viewOf(finding, before && isAdded.has(finding))),
    further: check.further,
    rules: rulesOf([...findings, ...fixed]),
    previous: before && {
      listingId: before.listingId,
      version: before.version,
      fixed: fixed.map((finding) => viewOf(finding, false)),
      still: still.length,
      added: added.length,
    },
  };
}

/** The tenant's last submission of the same plugin or theme before this one, once it was checked. */
async function findPrevious(tx: Transaction, listing: Listing) {
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

const viewOf = (finding: Finding, isNew: boolean | null): FindingView => ({
  ...finding,
  title: RULES[finding.rule].title,
  isNew,
});

function rulesOf(findings: readonly Finding[]): ChecksView["rules"] {
  const named = new Set(findings.map(({ rule }) => rule));
  return RULE_IDS.filter((id) => named.has(id)).map((id) => {
    const { title, why, cure } = RULES[id];
    return { id, title, why, cure };
  });
}
