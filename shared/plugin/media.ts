import { formatSizeLimit } from "@/shared/text/format.ts";
import { multilineText } from "@/shared/text/text.ts";
import type { Findings } from "./findings.ts";
import { checkImage } from "./images/image-format.ts";
import { ICON_LIMITS, type ImageLimits, README_IMAGE_LIMITS, SCREENSHOT_LIMITS } from "./images/limits.ts";
import type { PluginManifest } from "./manifest.ts";
import {
  findPicturePaths,
  isReadmePath,
  isReadmePicturePath,
  MAX_README_PICTURES,
  README,
} from "./readme-addresses.ts";
import { decodeUtf8 } from "./tar-header.ts";

const MAX_README_BYTES = 524_288;
/** Bytes of pictures and README that are kept in memory while an archive is read: as many as an archive may have packed. */
const MAX_KEPT_BYTES = 20 * 1_048_576;

/** Picture of an archive as its author made it. */
export interface SourcePicture {
  kind: "icon" | "screenshot" | "readme";
  path: string;
  alt: string;
  bytes: Buffer;
}

/** Media of an archive: its README, and the pictures that manifest and README name. */
export interface ArchiveMedia {
  readme: string | null;
  pictures: SourcePicture[];
}

export const limitsOf = ({ kind }: Pick<SourcePicture, "kind">): ImageLimits =>
  ({ icon: ICON_LIMITS, screenshot: SCREENSHOT_LIMITS, readme: README_IMAGE_LIMITS })[kind];

/** Collector of the files of an archive that may be its media. Which are is known once the manifest was read. */
export function createMediaCollector(findings: Findings) {
  const kept = new Map<string, Buffer[]>();
  const sizes = new Map<string, number>();
  let keptBytes = 0;

  /** Receiver of a file's bytes; null for one that is no candidate or too large. */
  const keep = (path: string, sizeBytes: number): ((bytes: Buffer) => void) | null => {
    const isReadme = isReadmePath(path);
    if (!isReadme && !isReadmePicturePath(path)) return null;
    sizes.set(path, sizeBytes);
    if (isReadme && sizeBytes > MAX_README_BYTES) {
      findings.add(README, `is larger than ${formatSizeLimit(MAX_README_BYTES)}`);
      return null;
    }
    if (sizeBytes > SCREENSHOT_LIMITS.bytes || keptBytes + sizeBytes > MAX_KEPT_BYTES) return null;
    keptBytes += sizeBytes;
    const chunks: Buffer[] = [];
    // An archive has no two paths that differ by case alone: of two READMEs, one has the longer extension.
    const isSecond = isReadme && kept.has(README) && /\.markdown$/i.test(path);
    kept.set(isReadme && !isSecond ? README : path, chunks);
    return (bytes) => chunks.push(Buffer.from(bytes));
  };

  const find = (path: string): Buffer | null => {
    const chunks = kept.get(path);
    return chunks ? Buffer.concat(chunks) : null;
  };

  /** A named picture; undefined, with a finding, if it is missing or invalid. */
  const findNamed = (field: string, picture: Omit<SourcePicture, "bytes">): SourcePicture | undefined => {
    const { path } = picture;
    const sizeBytes = sizes.get(path);
    const bytes = find(path);
    const limits = limitsOf(picture);
    if (sizeBytes === undefined) {
      findings.add("plugin.json", `${field}: ${JSON.stringify(path)} is not in the archive`);
    } else if (sizeBytes > limits.bytes) {
      findings.add(path, `is larger than ${formatSizeLimit(limits.bytes)}`);
    } else if (!bytes) {
      findings.add(path, `is preceded by more than ${formatSizeLimit(MAX_KEPT_BYTES)} of images`);
    } else {
      const problem = checkImage(bytes, limits);
      if (problem === true) return { ...picture, bytes };
      findings.add(path, problem);
    }
    return undefined;
  };

  /** Pictures that the README shows and that are valid; others stay as their alternative text. */
  const findReadmePictures = (readme: string): SourcePicture[] =>
    [...findPicturePaths(readme)]
      .filter((path) => isReadmePicturePath(path) && kept.has(path))
      .slice(0, MAX_README_PICTURES)
      .flatMap((path) => {
        const bytes = find(path);
        return bytes && checkImage(bytes, README_IMAGE_LIMITS) === true
          ? [{ kind: "readme" as const, path, alt: "", bytes }]
          : [];
      });

  const read = ({ icon, screenshots = [] }: Partial<PluginManifest>): ArchiveMedia => {
    const readme = parseReadme(find(README), findings);
    const named = [
      ...(icon ? [findNamed("icon", { kind: "icon", path: icon, alt: "" })] : []),
      ...screenshots.map(({ path, alt }, index) =>
        findNamed(`screenshots.${index}`, { kind: "screenshot", path, alt }),
      ),
    ];
    const shown = readme === null ? [] : findReadmePictures(readme);
    return { readme, pictures: [...named.filter((picture) => picture !== undefined), ...shown] };
  };

  return { keep, read };
}

const ReadmeText = multilineText(MAX_README_BYTES, 0);

/** Text of a README, normalized like all Markdown. A byte order mark is dropped. */
function parseReadme(bytes: Buffer | null, findings: Findings): string | null {
  if (!bytes) return null;
  const text = decodeUtf8(bytes);
  if (text === null) {
    findings.add(README, "is not UTF-8");
    return null;
  }
  const { data, error } = ReadmeText.safeParse(text.replace(/^\uFEFF/, "").replaceAll("\r", ""));
  for (const { message } of error?.issues ?? []) findings.add(README, message);
  return data || null;
}
