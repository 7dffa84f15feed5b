import type { Finding } from "./rules/finding.ts";

/** How the findings of a submission relate to those of the publisher's submission before. */
export interface CarryOver {
  fixed: Finding[];
  still: Finding[];
  added: Finding[];
}

/** Compares by fingerprints, which outlive a change of lines. */
export function carryOver(before: readonly Finding[], now: readonly Finding[]): CarryOver {
  const [known, present] = [fingerprintsOf(before), fingerprintsOf(now)];
  return {
    fixed: before.filter(({ fingerprint }) => !present.has(fingerprint)),
    still: now.filter(({ fingerprint }) => known.has(fingerprint)),
    added: now.filter(({ fingerprint }) => !known.has(fingerprint)),
  };
}

const fingerprintsOf = (findings: readonly Finding[]) =>
  new Set(findings.map(({ fingerprint }) => fingerprint));
