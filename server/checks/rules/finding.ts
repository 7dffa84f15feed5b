import { createHash } from "node:crypto";
import { SEVERITIES, type Severity } from "@/db/schema/vocabulary.ts";
import { RULE_IDS, RULES, type RuleId } from "./rule-set.ts";

/** Something that a rule found. All of its texts come from strangers in part and are nothing but text. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** The file in the archive, or the field of the submission. */
  path: string | null;
  line: number | null;
  message: string;
  /** The place as it stands there, shortened, without the secret where it is one. */
  excerpt: string | null;
  /** The same for the same thing in another version, wherever in its file it has moved to. */
  fingerprint: string;
}

/** What a rule tells of a finding. `key` tells findings of one rule and path apart and outlives a change of lines. */
export interface Sighting {
  path?: string;
  line?: number;
  message: string;
  excerpt?: string;
  key: string;
  /** Whether it is the same finding wherever it is seen; otherwise its path is part of what it is. */
  isAnywhere?: true;
}

export interface CheckResult {
  findings: Finding[];
  /** How many more there were than are kept. */
  further: number;
}

export interface Collector {
  add: (rule: RuleId, sighting: Sighting) => void;
  /** Whether a rule has found as much as is kept; what it finds further is counted by `pass`, without looking at it. */
  isFull: (rule: RuleId) => boolean;
  pass: () => void;
  /** As `add`, but the same a second time is nothing new. */
  addOnce: (rule: RuleId, sighting: Sighting) => void;
  result: () => CheckResult;
}

const MAX_FINDINGS_PER_RULE = 50;
/** Of what is noted once, so many are remembered. */
const MAX_SIGHTINGS = 1_000;
const LONGEST_TEXT = 300;

/** Gathers findings: a bounded number of each rule, the heaviest first. */
export function createCollector(): Collector {
  const kept = new Map<RuleId, Finding[]>();
  const seen = new Map<string, number>();
  let further = 0;
  const keep = (rule: RuleId, sighting: Sighting, occurrence: number) => {
    const ofRule = kept.get(rule) ?? [];
    kept.set(rule, ofRule);
    if (ofRule.length < MAX_FINDINGS_PER_RULE) ofRule.push(findingOf(rule, sighting, occurrence));
    else further += 1;
  };
  return {
    add: (rule, sighting) => {
      const id = identityOf(rule, sighting);
      const occurrence = seen.get(id) ?? 0;
      if (occurrence > 0 || seen.size < MAX_SIGHTINGS) seen.set(id, occurrence + 1);
      keep(rule, sighting, occurrence);
    },
    isFull: (rule) => (kept.get(rule)?.length ?? 0) >= MAX_FINDINGS_PER_RULE,
    pass: () => {
      further += 1;
    },
    addOnce: (rule, sighting) => {
      const id = identityOf(rule, sighting);
      if (seen.has(id) || seen.size >= MAX_SIGHTINGS) return;
      seen.set(id, 1);
      keep(rule, sighting, 0);
    },
    result: () => ({ findings: [...kept.values()].flat().sort(byWeight), further }),
  };
}

/** Text of strangers made fit to be shown: on one line, without control characters, no longer than a line holds. */
export function printable(text: string): string {
  const plain = text
    .slice(0, 4 * LONGEST_TEXT)
    .toWellFormed()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD")
    .trim();
  return plain.length > LONGEST_TEXT ? `${plain.slice(0, LONGEST_TEXT).toWellFormed()}…` : plain;
}

const identityOf = (rule: RuleId, { path = "", key, isAnywhere }: Sighting): string =>
  `${rule}\n${isAnywhere ? "" : path}\n${key}`;

function findingOf(rule: RuleId, sighting: Sighting, occurrence: number): Finding {
  const { path, line, message, excerpt } = sighting;
  const identity = `${identityOf(rule, sighting)}\n${occurrence}`;
  return {
    rule,
    severity: RULES[rule].severity,
    path: path === undefined ? null : printable(path),
    line: line ?? null,
    message: printable(message),
    excerpt: excerpt === undefined ? null : printable(excerpt),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, 16),
  };
}

const byWeight = (a: Finding, b: Finding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule) ||
  compare(a.path ?? "", b.path ?? "") ||
  (a.line ?? 0) - (b.line ?? 0);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
