import { closeSync, openSync, readSync } from "node:fs";
import { openCheck, type Subject } from "../../server/checks/rules/check.ts";
import type { CheckResult, Finding } from "../../server/checks/rules/finding.ts";
import { RULES, type RuleId } from "../../server/checks/rules/rule-set.ts";
import type { Problem } from "../failure.ts";
import type { PackedFile } from "./files.ts";

/** What only the platform knows: who else is there, what was approved, what is blocked. */
const UNKNOWN_HERE: Omit<Subject, "changelog"> = {
  slug: null,
  name: null,
  version: null,
  permissionsBefore: null,
  blockReason: null,
  similarItems: [],
  look: null,
};

/** What is wrong with the manifest is told as such already. */
const TOLD_ELSEWHERE: ReadonlySet<RuleId> = new Set(["manifest-invalid", "unknown-field"]);
const READ_BYTES = 65_536;

/** What the platform's automated checks will find in these files, as far as that can be told without the platform. */
export function checkFiles(files: PackedFile[], changelog: string | null): CheckResult {
  const check = openCheck({ ...UNKNOWN_HERE, changelog });
  for (const { path, source, sizeBytes } of files) {
    const file = check.openFile(path, sizeBytes);
    for (const bytes of readPieces(source)) file.write(bytes);
    file.end();
  }
  const { findings, further } = check.end();
  return { findings: findings.filter(({ rule }) => !TOLD_ELSEWHERE.has(rule)), further };
}

const WARNED_OF: ReadonlySet<RuleId> = new Set(["secret", "native-code", "large-file"]);

/** Looks at what is packed for what should not be: by the same rules, and only by those. */
export function watchPacking() {
  const check = openCheck({ ...UNKNOWN_HERE, changelog: "" });
  return {
    take: (path: string, content: Buffer) => {
      const file = check.openFile(path, content.byteLength);
      file.write(content);
      file.end();
    },
    warnings: (): Problem[] =>
      check
        .end()
        .findings.filter(({ rule }) => WARNED_OF.has(rule))
        .map((finding) => ({ path: finding.path ?? ".", message: sentenceOf(finding) })),
  };
}

const sentenceOf = ({ message, line }: Finding): string =>
  line === null ? message : `${message} (line ${line})`;

/** What documents tell of a finding. */
export const documentOfFinding = (finding: Finding) => {
  const { title, cure } = RULES[finding.rule];
  return { ...finding, title, cure };
};

function* readPieces(source: string): Generator<Buffer> {
  const file = openSync(source, "r");
  const buffer = Buffer.alloc(READ_BYTES);
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}
