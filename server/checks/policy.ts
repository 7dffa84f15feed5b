import type { Finding } from "./rules/finding.ts";

/** How the findings of a submission relate to those of the publisher's submission before. */
export interface FindingComparison {
  fixed: Finding[];
  still: Finding[];
  added: Finding[];
}

/** Compares by fingerprints, which outlive a change of lines. */
export function compareFindings(before: readonly Finding[], now: readonly Finding[]): FindingComparison {
  const [known, present] = [fingerprintsOf(before), fingerprintsOf(now)];
  return {
    fixed: before.filter(({ fingerprint }) => !present.has(fingerprint)),
    still: now.filter(({ fingerprint }) => known.has(fingerprint)),
    added: now.filter(({ fingerprint }) => !known.has(fingerprint)),
  };
}

const fingerprintsOf = (findings: readonly Finding[]) =>
  new Set(findings.map(({ fingerprint }) => fingerprint));
