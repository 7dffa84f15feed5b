import { createHash } from "node:crypto";
import { firstCharacters, truncate } from "@/shared/text/truncate.ts";
import { SEVERITIES, type Severity } from "@/shared/vocabulary.ts";
import { RULE_IDS, RULES, type RuleId } from "./rule-set.ts";

/** Finding of a rule. Its texts are partly untrusted. */
export interface Finding {
  rule: RuleId;
  severity: Severity;
  /** File in the archive, or field of the submission. */
  path: string | null;
  line: number | null;
  message: string;
  /** Shortened source text; a secret is masked. */
  excerpt: string | null;
  /** Identity across versions, independent of the line. */
  fingerprint: string;
}

/** Finding as reported by a rule. `key` identifies it within rule and path, independent of the line. */
export interface Report {
  path?: string;
  line?: number;
  message: string;
  excerpt?: string;
  key: string;
  /** Excludes the path from the identity. */
  ignoresPath?: true;
  /** Text that a source and its bundle share; see `foldBundle`. */
  content?: string;
}

export interface CheckResult {
  findings: Finding[];
  /** Number of findings beyond the limits. */
  further: number;
}

export interface Collector {
  add: (rule: RuleId, report: Report) => void;
  /** True once a rule has `MAX_FINDINGS_PER_RULE`; further findings are only counted, by `skip`. */
  isFull: (rule: RuleId) => boolean;
  skip: () => void;
  /** As `add`, but ignores a repetition. */
  addOnce: (rule: RuleId, report: Report) => void;
  /**
   * Joins findings of a bundle with those of its sources that have the same content. Code is reported where it runs, in the
   * bundle, and names the source; a secret where the publisher removes it, in the source.
   */
  foldBundle: (bundlePath: string) => void;
  result: () => CheckResult;
}

const MAX_FINDINGS_PER_RULE = 50;
/** Identities that are tracked for repetition. */
const MAX_IDENTITIES = 1_000;
const MAX_TEXT_LENGTH = 300;

/** Collector of findings, up to `MAX_FINDINGS_PER_RULE`; most severe first. */
export function createCollector(): Collector {
  const findingsByRule = new Map<RuleId, Finding[]>();
  const contents = new Map<Finding, string>();
  const seen = new Map<string, number>();
  let further = 0;
  const append = (rule: RuleId, report: Report, occurrence: number) => {
    const ofRule = findingsByRule.get(rule) ?? [];
    findingsByRule.set(rule, ofRule);
    if (ofRule.length >= MAX_FINDINGS_PER_RULE) {
      further += 1;
      return;
    }
    const finding = toFinding(rule, report, occurrence);
    ofRule.push(finding);
    if (report.content !== undefined) contents.set(finding, `${report.message}\n${report.content}`);
  };
  return {
    add: (rule, report) => {
      const id = identityOf(rule, report);
      const occurrence = seen.get(id) ?? 0;
      if (occurrence > 0 || seen.size < MAX_IDENTITIES) seen.set(id, occurrence + 1);
      append(rule, report, occurrence);
    },
    isFull: (rule) => (findingsByRule.get(rule)?.length ?? 0) >= MAX_FINDINGS_PER_RULE,
    skip: () => {
      further += 1;
    },
    addOnce: (rule, report) => {
      const id = identityOf(rule, report);
      if (seen.has(id) || seen.size >= MAX_IDENTITIES) return;
      seen.set(id, 1);
      append(rule, report, 0);
    },
    foldBundle: (bundlePath) => {
      const path = sanitizeLine(bundlePath);
      for (const [rule, findings] of findingsByRule) {
        const inBundle = findings.filter((finding) => finding.path === path && contents.has(finding));
        const inSources = findings.filter((finding) => finding.path !== path && contents.has(finding));
        const findTwin = (finding: Finding, among: Finding[]) =>
          among.find((other) => contents.get(other) === contents.get(finding));
        const dropped = (rule === "secret" ? inBundle : inSources).filter((finding) =>
          findTwin(finding, rule === "secret" ? inSources : inBundle),
        );
        const named = rule === "secret" ? [] : inBundle;
        const kept = findings
          .filter((finding) => !dropped.includes(finding))
          .map((finding) => {
            const source = named.includes(finding) ? findTwin(finding, inSources) : undefined;
            return source
              ? { ...finding, message: `${finding.message}, from ${source.path}:${source.line}` }
              : finding;
          });
        findingsByRule.set(rule, kept);
      }
    },
    result: () => ({ findings: [...findingsByRule.values()].flat().sort(bySeverity), further }),
  };
}

/** Sanitizes untrusted text for display: one line, no control characters, up to `MAX_TEXT_LENGTH`. */
export function sanitizeLine(text: string): string {
  const plain = firstCharacters(text, 4 * MAX_TEXT_LENGTH)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "\uFFFD")
    .trim();
  return truncate(plain, MAX_TEXT_LENGTH);
}

const identityOf = (rule: RuleId, { path = "", key, ignoresPath }: Report): string =>
  `${rule}\n${ignoresPath ? "" : path}\n${key}`;

function toFinding(rule: RuleId, report: Report, occurrence: number): Finding {
  const { path, line, message, excerpt } = report;
  const identity = `${identityOf(rule, report)}\n${occurrence}`;
  return {
    rule,
    severity: RULES[rule].severity,
    path: path === undefined ? null : sanitizeLine(path),
    line: line ?? null,
    message: sanitizeLine(message),
    excerpt: excerpt === undefined ? null : sanitizeLine(excerpt),
    fingerprint: createHash("sha256").update(identity).digest("hex").slice(0, 16),
  };
}

const bySeverity = (a: Finding, b: Finding): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  RULE_IDS.indexOf(a.rule) - RULE_IDS.indexOf(b.rule) ||
  compare(a.path ?? "", b.path ?? "") ||
  (a.line ?? 0) - (b.line ?? 0);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
