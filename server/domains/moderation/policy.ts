import type { ReasonId } from "@/server/domains/listings/policy.ts";
import type { RuleId } from "@/shared/plugin/checks/rule-set.ts";

/** Lifetime of a claim on a review, and the interval at which the open page renews it. */
export const CLAIM_TTL_MS = 180_000;
export const CLAIM_HEARTBEAT_INTERVAL_MS = 45_000;

export const MAX_BULK_DECISIONS = 100;

/** Time in which a decision can be undone; its notifications wait for the end of it. */
export const UNDO_TIMEOUT_MS = 10_000;

/** Stands among the fingerprints of acknowledged findings for a plugin version without an archive. */
export const NO_CODE = "no-code";

/** Reason for a rejection that a finding of each rule suggests. */
const REASON_BY_RULE: Record<RuleId, ReasonId> = {
  "blocked-archive": "POLICY",
  "manifest-invalid": "BROKEN",
  "version-mismatch": "BROKEN",
  "new-permission": "EXCESSIVE_PERMISSIONS",
  secret: "SECRETS_IN_ARCHIVE",
  "native-code": "UNREADABLE_CODE",
  "misleading-name": "IMPERSONATION",
  "dynamic-code": "SECURITY_RISK",
  "unreadable-code": "UNREADABLE_CODE",
  unsearched: "UNREADABLE_CODE",
  "binary-file": "UNREADABLE_CODE",
  lookalike: "IMPERSONATION",
  "low-contrast": "ACCESSIBILITY",
  "network-host": "DATA_COLLECTION",
  "large-file": "POLICY",
  "unportable-path": "BROKEN",
  "unknown-field": "BROKEN",
  "missing-changelog": "INCOMPLETE",
  "readme-pictures": "INCOMPLETE",
  unformatted: "INCOMPLETE",
  "missing-dark-variant": "ACCESSIBILITY",
  "missing-alt-text": "ACCESSIBILITY",
};

/** Suggested reasons of findings, in their order, each once. */
export const suggestReasons = (findings: readonly { rule: RuleId }[]): ReasonId[] => [
  ...new Set(findings.map(({ rule }) => REASON_BY_RULE[rule])),
];
