import { closeSync, openSync, readSync } from "node:fs";
import { openCheck, type Subject } from "../../server/checks/rules/check.ts";
import type { CheckResult, Finding } from "../../server/checks/rules/finding.ts";
import { RULES, type RuleId } from "../../server/checks/rules/rule-set.ts";
import type { Diagnostic } from "../context/errors.ts";
import type { ProjectFile } from "./files.ts";

/** Data that only the platform has; rules that need it find nothing. */
const UNKNOWN: Omit<Subject, "changelog"> = {
  slug: null,
  name: null,
  version: null,
  permissionsBefore: null,
  blockReason: null,
  similarItems: [],
  look: null,
};

/** Rules whose findings are already errors or warnings of the manifest. */
const MANIFEST_RULES: ReadonlySet<RuleId> = new Set(["manifest-invalid", "unknown-field"]);
const READ_BUFFER_BYTES = 65_536;

/** Automated checks of the platform, as far as they need only the files. */
export function checkFiles(files: ProjectFile[], changelog: string | null): CheckResult {
  const check = openCheck({ ...UNKNOWN, changelog });
  for (const { path, source, sizeBytes } of files) {
    const file = check.openFile(path, sizeBytes);
    for (const chunk of readChunks(source)) file.write(chunk);
    file.end();
  }
  const { findings, further } = check.end();
  return { findings: findings.filter(({ rule }) => !MANIFEST_RULES.has(rule)), further };
}

const PACK_RULES: ReadonlySet<RuleId> = new Set(["secret", "native-code", "large-file"]);

/** Checks of files while they are packed: secrets, binaries and large files become warnings. */
export function createPackCheck() {
  const check = openCheck({ ...UNKNOWN, changelog: "" });
  return {
    addFile: (path: string, content: Buffer) => {
      const file = check.openFile(path, content.byteLength);
      file.write(content);
      file.end();
    },
    getWarnings: (): Diagnostic[] =>
      check
        .end()
        .findings.filter(({ rule }) => PACK_RULES.has(rule))
        .map(({ path, line, message }) => ({
          path: path ?? ".",
          message: line === null ? message : `${message} (line ${line})`,
        })),
  };
}

/** Finding in JSON output. */
export const toFindingOutput = (finding: Finding) => {
  const { title, cure } = RULES[finding.rule];
  return { ...finding, title, cure };
};

function* readChunks(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  const buffer = Buffer.alloc(READ_BUFFER_BYTES);
  try {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
