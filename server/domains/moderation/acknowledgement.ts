import type { Transaction } from "@/db/client.ts";
import { listHighFindings } from "@/server/domains/listings/checks/results.ts";
import type { FindingView } from "@/server/domains/listings/checks/view.ts";
import { AppError } from "@/shared/errors.ts";

const MAX_NAMED_FINDINGS = 3;

/**
 * Acknowledgement of the open High findings of a listing, without which it is not approved. It names the findings that the
 * moderator has seen, so one that a later run of the checks added is not covered by it.
 * @param acknowledged fingerprints
 * @returns the acknowledged findings, as kept in the audit log
 * @throws AppError `VALIDATION_FAILED` with the field `acknowledgedFindings`
 */
export async function requireAcknowledgement(
  tx: Transaction,
  listingId: string,
  acknowledged: readonly string[] = [],
): Promise<string[]> {
  const findings = await listHighFindings(tx, listingId);
  const open = findings.filter(({ fingerprint }) => !acknowledged.includes(fingerprint));
  if (open.length === 0) return findings.map(({ rule, ...place }) => `${rule}${describePlace(place)}`);
  const message = describeOpen(open);
  throw new AppError("VALIDATION_FAILED", message, {
    problems: [{ path: "acknowledgedFindings", message }],
  });
}

function describeOpen(open: readonly FindingView[]): string {
  const named = open
    .slice(0, MAX_NAMED_FINDINGS)
    .map(({ title, ...place }) => `${title}${describePlace(place)}`);
  const further = open.length - named.length;
  const all = [...named, ...(further > 0 ? [`${further} more`] : [])].join(", ");
  return `Accept ${open.length === 1 ? "the High finding" : `${open.length} High findings`} in the review to approve: ${all}.`;
}

function describePlace({ path, line }: Pick<FindingView, "path" | "line">): string {
  if (path === null) return "";
  return ` (${line === null ? path : `${path}:${line}`})`;
}
