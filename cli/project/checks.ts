import { closeSync, openSync, readSync } from "node:fs";
import { openCheck, type Subject } from "@/shared/plugin/checks/check.ts";
import type { CheckResult, Finding } from "@/shared/plugin/checks/finding.ts";
import { RULES, type RuleId } from "@/shared/plugin/checks/rule-set.ts";
import type { Diagnostic } from "../context/errors.ts";
import type { ProjectFile } from "./files.ts";

/** Data that only the platform has. Rules that need it have no findings here. */
const UNKNOWN: Omit<Subject, "changelog"> = {
  slug: null,
  name: null,
  version: null,
  permissionsBefore: null,
  blockReason: null,
  unformatted: [],
  similarItems: [],
  look: null,
};

/** Rules whose findings are already errors or warnings of the manifest. */
const MANIFEST_RULES: ReadonlySet<RuleId> = new Set(["manifest-invalid", "unknown-field"]);
/** Rules whose findings are warnings of every command that packs. */
const PACK_RULES: ReadonlySet<RuleId> = new Set(["native-code", "large-file"]);
const READ_BUFFER_BYTES = 65_536;

export interface CheckOptions {
  changelog?: string | null;
  /** False without a valid version, whose release notes cannot be found. Default: true. */
  hasVersion?: boolean;
  /** API token; a file that contains it holds a secret. */
  token?: string | undefined;
}

/** Result of those automated checks that need only the files. */
export interface FileCheck extends CheckResult {
  /** Files with secrets. They prevent packing unless an option allows them. */
  secrets: Diagnostic[];
  /** Files that were probably packed by mistake. */
  warnings: Diagnostic[];
}

/** Streaming check of the files of a project. */
export function createFileCheck({ changelog = null, hasVersion = true, token }: CheckOptions) {
  const check = openCheck({ ...UNKNOWN, changelog });
  const secrets: Diagnostic[] = [];
  return {
    openFile: (path: string, sizeBytes: number) => {
      const file = check.openFile(path, sizeBytes);
      const search = token ? createTextSearch(token) : null;
      return {
        write: (bytes: Buffer): void => {
          file.write(bytes);
          search?.write(bytes);
        },
        end: (): void => {
          file.end();
          if (search?.isFound()) secrets.push({ path, message: "contains your API token" });
        },
      };
    },
    end: (): FileCheck => {
      const { findings, further } = check.end();
      return {
        findings: findings.filter(
          ({ rule }) => !MANIFEST_RULES.has(rule) && (hasVersion || rule !== "missing-changelog"),
        ),
        further,
        secrets: [...secrets, ...findings.filter(({ rule }) => rule === "secret").map(toDiagnostic)],
        warnings: findings.filter(({ rule }) => PACK_RULES.has(rule)).map(toDiagnostic),
      };
    },
  };
}

/** Check of files on disk that are not packed. */
export function checkFiles(files: ProjectFile[], options: CheckOptions): FileCheck {
  const check = createFileCheck(options);
  for (const { path, source, sizeBytes, content } of files) {
    const file = check.openFile(path, sizeBytes);
    for (const chunk of content ? [content] : readChunks(source)) file.write(chunk);
    file.end();
  }
  return check.end();
}

export const toFindingOutput = (finding: Finding) => {
  const { title, cure } = RULES[finding.rule];
  return { ...finding, title, cure };
};

const toDiagnostic = ({ path, line, message }: Finding): Diagnostic => ({
  path: path ?? ".",
  message: line === null ? message : `${message} (line ${line})`,
});

/** Search for a text in chunks, also across their borders. */
function createTextSearch(text: string) {
  let end = Buffer.alloc(0);
  let isFound = false;
  return {
    write: (bytes: Buffer): void => {
      if (isFound) return;
      const joined = Buffer.concat([end, bytes]);
      isFound = joined.includes(text);
      end = joined.subarray(Math.max(0, joined.byteLength - text.length));
    },
    isFound: () => isFound,
  };
}

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
