import { openBlocks } from "./blocks.ts";
import { isCode, openCodeSearch } from "./code.ts";
import { classify, HEAD_BYTES } from "./content.ts";
import { type CheckResult, type Collector, createCollector } from "./finding.ts";
import { openImageSearch } from "./images.ts";
import {
  checkManifestText,
  checkPackageText,
  MANIFEST_PATH,
  type ManifestSubject,
  PACKAGE_PATH,
  versionIn,
} from "./manifest-rules.ts";
import { openSecretSearch } from "./secrets.ts";
import { checkSubmission, type SubmissionSubject } from "./submission-rules.ts";

export type Subject = ManifestSubject & SubmissionSubject;

export interface CheckedFile {
  write: (bytes: Uint8Array) => void;
  end: () => void;
}

export interface Check {
  /** Takes the next file of the archive; its bytes come in pieces of any length. */
  openFile: (path: string, sizeBytes: number) => CheckedFile;
  end: () => CheckResult;
}

export const LARGE_FILE_BYTES = 5_000_000;
const MAX_KEPT_BYTES = 262_144;
/** Of all files together so much text is searched: an archive unpacks to more than any time allows for. */
export const MAX_SEARCHED_BYTES = 64 * 1_048_576;

/** What is left of the text that may be searched, and what was not. */
interface Budget {
  bytes: number;
  /** The first file that was not searched to its end, and how many there were. */
  first: string | null;
  count: number;
}

/** Judges a submission by every rule, its files as they stream by; never holds more than a block of a file. */
export function openCheck(subject: Subject): Check {
  const collector = createCollector();
  const kept = new Map<string, string>();
  const budget: Budget = { bytes: MAX_SEARCHED_BYTES, first: null, count: 0 };
  checkSubmission(subject, collector);
  return {
    openFile: (path, sizeBytes) => {
      if (sizeBytes > LARGE_FILE_BYTES) {
        const message = `is ${(sizeBytes / 1_000_000).toFixed(1)} MB large`;
        collector.add("large-file", { path, message, key: "large" });
      }
      const file = openFile(path, collector, budget);
      return path === MANIFEST_PATH || path === PACKAGE_PATH ? keeping(path, file, kept) : file;
    },
    end: () => {
      if (budget.first !== null) {
        const message = `${budget.count} files from ${budget.first} on were not searched`;
        collector.add("unsearched", { message, key: "unsearched" });
      }
      const manifest = kept.get(MANIFEST_PATH);
      if (manifest !== undefined) checkManifestText(manifest, subject, collector);
      const packageText = kept.get(PACKAGE_PATH);
      if (packageText !== undefined) checkPackageText(packageText, versionIn(manifest ?? ""), collector);
      return collector.result();
    },
  };
}

/** Waits for the head of the file to know what it is, and then looks through it. */
function openFile(path: string, collector: Collector, budget: Budget): CheckedFile {
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let search: CheckedFile | null = null;
  const decide = () => {
    const bytes = Buffer.concat(head);
    search = openSearch(path, bytes, collector, budget);
    search.write(bytes);
    head.length = 0;
  };
  return {
    write: (bytes) => {
      if (search) return search.write(bytes);
      // Whoever gives the bytes may use their memory again.
      head.push(bytes.slice());
      headBytes += bytes.byteLength;
      if (headBytes >= HEAD_BYTES) decide();
    },
    end: () => {
      if (!search) decide();
      search?.end();
    },
  };
}

/** Code is read as code even where its beginning makes it look like something else. */
function openSearch(path: string, head: Uint8Array, collector: Collector, budget: Budget): CheckedFile {
  const content = classify(head);
  if (content.kind === "program") {
    collector.add("native-code", { path, message: `is ${content.what}`, key: "program" });
  } else if (content.kind === "binary") {
    collector.add("binary-file", { path, message: content.what, key: "binary" });
  }
  const secrets = openSecretSearch(path, collector);
  if (content.kind !== "text" && !isCode(path)) return { write: () => {}, end: () => {} };
  const code = isCode(path) ? openCodeSearch(path, collector) : null;
  const images = openImageSearch(path, collector);
  const blocks = openBlocks((block) => {
    secrets(block);
    code?.take(block);
    images?.(block);
  });
  let isCut = false;
  return {
    write: (bytes) => {
      if (!isCut && bytes.byteLength > budget.bytes) {
        isCut = true;
        budget.first ??= path;
        budget.count += 1;
        budget.bytes = 0;
      }
      if (isCut) return;
      budget.bytes -= bytes.byteLength;
      blocks.write(bytes);
    },
    end: () => {
      blocks.end();
      code?.end();
    },
  };
}

function keeping(path: string, file: CheckedFile, kept: Map<string, string>): CheckedFile {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  return {
    write: (bytes) => {
      sizeBytes += bytes.byteLength;
      if (sizeBytes <= MAX_KEPT_BYTES) pieces.push(bytes.slice());
      file.write(bytes);
    },
    end: () => {
      if (sizeBytes <= MAX_KEPT_BYTES) kept.set(path, Buffer.concat(pieces).toString("utf8"));
      file.end();
    },
  };
}
