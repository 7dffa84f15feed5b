import { PluginManifest, readManifestJson } from "../manifest.ts";
import {
  findPicturePaths,
  isReadmePath,
  isReadmePicturePath,
  MAX_README_PICTURES,
  README,
} from "../readme-addresses.ts";
import { createBlockReader } from "./blocks.ts";
import { isCode, openCodeSearch } from "./code.ts";
import { checkFileName } from "./file-names.ts";
import { type CheckResult, type Collector, createCollector } from "./finding.ts";
import { openImageSearch } from "./images.ts";
import {
  checkManifestText,
  checkPackageText,
  MANIFEST_PATH,
  type ManifestSubject,
  PACKAGE_PATH,
  parseVersion,
} from "./manifest-rules.ts";
import { openSecretSearch } from "./secrets.ts";
import { checkSubmission, type SubmissionSubject } from "./submission-rules.ts";

export type Subject = ManifestSubject & SubmissionSubject;

export interface CheckedFile {
  write: (bytes: Uint8Array) => void;
  end: () => void;
}

export interface Check {
  /** Sink for the next file of the archive, in chunks of any length. */
  openFile: (path: string, sizeBytes: number) => CheckedFile;
  end: () => CheckResult;
}

export const LARGE_FILE_BYTES = 5_000_000;
const MAX_BUFFERED_BYTES = 262_144;
/** Text that is searched in all files of an archive; bounds the time of a check. */
export const MAX_SEARCHED_BYTES = 64 * 1_048_576;

/** Remaining search budget, and the files beyond it. */
interface Budget {
  bytes: number;
  /** First file that was not fully searched, and the number of such files. */
  first: string | null;
  count: number;
}

/** Streaming check of a submission by every rule. Buffers no more than a block of a file, and the manifests. */
export function openCheck(subject: Subject): Check {
  const collector = createCollector();
  const buffered = new Map<string, string>();
  const pictures = new Set<string>();
  const budget: Budget = { bytes: MAX_SEARCHED_BYTES, first: null, count: 0 };
  checkSubmission(subject, collector);
  return {
    openFile: (path, sizeBytes) => {
      checkFileName(path, collector);
      if (sizeBytes > LARGE_FILE_BYTES) {
        const message = `is ${(sizeBytes / 1_000_000).toFixed(1)} MB`;
        collector.add("large-file", { path, message, key: "large" });
      }
      const file = openFile(path, collector, budget);
      if (isReadmePicturePath(path)) pictures.add(path);
      if (isReadmePath(path)) return buffering(README, file, buffered);
      return path === MANIFEST_PATH || path === PACKAGE_PATH ? buffering(path, file, buffered) : file;
    },
    end: () => {
      if (budget.first !== null) {
        const message = `${budget.count} files were not searched, starting with ${budget.first}`;
        collector.add("unsearched", { message, key: "unsearched" });
      }
      const manifest = buffered.get(MANIFEST_PATH);
      const bundlePath = manifest === undefined ? null : findBundlePath(manifest);
      if (bundlePath !== null) collector.foldBundle(bundlePath);
      if (manifest !== undefined) checkManifestText(manifest, subject, collector);
      const packageText = buffered.get(PACKAGE_PATH);
      if (packageText !== undefined) checkPackageText(packageText, parseVersion(manifest ?? ""), collector);
      checkReadme(buffered.get(README) ?? "", pictures, collector);
      return collector.result();
    },
  };
}

function checkReadme(readme: string, pictures: ReadonlySet<string>, collector: Collector): void {
  const shown = [...findPicturePaths(readme)].filter((path) => pictures.has(path));
  if (shown.length <= MAX_README_PICTURES) return;
  const message = `names ${shown.length} pictures of the archive; the page shows the first ${MAX_README_PICTURES}`;
  collector.add("readme-pictures", { path: README, message, key: "pictures" });
}

/** Entry of a plugin that is bundled from a source; null for any other. */
function findBundlePath(manifest: string): string | null {
  const json = readManifestJson(Buffer.from(manifest));
  const { data } = PluginManifest.safeParse(typeof json === "string" ? null : json.value);
  return data?.source === undefined ? null : data.entry;
}

/** Buffers the head of a file to detect its type, then searches the file. */
function openFile(path: string, collector: Collector, budget: Budget): CheckedFile {
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let search: CheckedFile | null = null;
  const startSearch = () => {
    const bytes = Buffer.concat(head);
    search = openSearch(path, bytes, collector, budget);
    search.write(bytes);
    head.length = 0;
  };
  return {
    write: (bytes) => {
      if (search) return search.write(bytes);
      // Copied, as the caller may reuse the memory.
      head.push(bytes.slice());
      headBytes += bytes.byteLength;
      if (headBytes >= HEAD_BYTES) startSearch();
    },
    end: () => {
      if (!search) startSearch();
      search?.end();
    },
  };
}

/** A code file is searched as code even if its head looks binary. */
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
  const blocks = createBlockReader((block) => {
    secrets(block);
    code?.search(block);
    images?.(block);
  });
  let isTruncated = false;
  return {
    write: (bytes) => {
      if (!isTruncated && bytes.byteLength > budget.bytes) {
        isTruncated = true;
        budget.first ??= path;
        budget.count += 1;
        budget.bytes = 0;
      }
      if (isTruncated) return;
      budget.bytes -= bytes.byteLength;
      blocks.write(bytes);
    },
    end: () => {
      blocks.end();
      code?.end();
    },
  };
}

function buffering(path: string, file: CheckedFile, buffered: Map<string, string>): CheckedFile {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  return {
    write: (bytes) => {
      sizeBytes += bytes.byteLength;
      if (sizeBytes <= MAX_BUFFERED_BYTES) chunks.push(bytes.slice());
      file.write(bytes);
    },
    end: () => {
      if (sizeBytes <= MAX_BUFFERED_BYTES) buffered.set(path, Buffer.concat(chunks).toString("utf8"));
      file.end();
    },
  };
}

/** Bytes that type detection needs. */
const HEAD_BYTES = 4_096;

const PROGRAMS: readonly [magic: string, what: string][] = [
  ["7f454c46", "a program or library for Linux"],
  ["4d5a", "a program or library for Windows"],
  ["feedface", "a program or library for macOS"],
  ["feedfacf", "a program or library for macOS"],
  ["cefaedfe", "a program or library for macOS"],
  ["cffaedfe", "a program or library for macOS"],
  ["cafebabe", "a Java class file or a macOS program"],
  ["0061736d", "WebAssembly"],
  ["6465780a", "a program for Android"],
];

const ARCHIVES: readonly [magic: string, what: string][] = [
  ["504b0304", "is an archive that is not checked (zip)"],
  ["1f8b", "is an archive that is not checked (gzip)"],
  ["377abcaf271c", "is an archive that is not checked (7z)"],
  ["526172211a07", "is an archive that is not checked (rar)"],
  ["fd377a585a00", "is an archive that is not checked (xz)"],
  ["28b52ffd", "is an archive that is not checked (zstd)"],
];

/** Magic bytes of images, fonts, audio and video. */
const MEDIA: readonly string[] = [
  "89504e470d0a1a0a",
  "ffd8ff",
  "474946383761",
  "474946383961",
  "52494646",
  "00000100",
  "774f4646",
  "774f4632",
  "0001000000",
  "4f54544f",
  "494433",
  "fffb",
  "4f676753",
  "1a45dfa3",
  "25504446",
];

type Content =
  | { kind: "text" }
  | { kind: "media" }
  | { kind: "program"; what: string }
  | { kind: "binary"; what: string };

/** Type of a file by its magic bytes. A file without a zero byte is text. */
function classify(head: Uint8Array): Content {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const magicBytes = bytes.toString("hex", 0, 16);
  const isBinary = bytes.includes(0);
  // A magic of two letters also occurs in text.
  const program = PROGRAMS.find(([magic]) => magicBytes.startsWith(magic) && (isBinary || magic.length > 4));
  if (program) return { kind: "program", what: program[1] };
  const archive = ARCHIVES.find(([magic]) => magicBytes.startsWith(magic));
  if (archive) return { kind: "binary", what: archive[1] };
  if (MEDIA.some((magic) => magicBytes.startsWith(magic)) || magicBytes.startsWith("66747970", 8)) {
    return { kind: "media" };
  }
  return isBinary ? { kind: "binary", what: "is not text, an image, a font or audio" } : { kind: "text" };
}
