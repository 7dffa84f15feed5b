import { firstCharacters } from "@/shared/text/truncate.ts";

/** Of the reason of a failed build, in characters. */
export const MAX_FAILURE_SUMMARY_LENGTH = 200;

const LOCATION =
  /(?:file:\/\/)?((?:\b[A-Za-z]:)?[^\s:('"`]{1,400}\.\w{1,12})(?::? ?\(|:)(\d{1,7})(?:(?::|, ?)(\d{1,7}))?\)?/;

/** Source location named in a line. */
export function findLocation(text: string): string | null {
  const [, path, line, column] = LOCATION.exec(text) ?? [];
  if (!path || !line) return null;
  return [path, line, column].filter(Boolean).join(":");
}

const IN_TARGET = / \(in target '([^']{1,100})' from project '[^']{1,100}'\)$/;

/** Target of Xcode named in a line. */
export const findTarget = (text: string): string | null => IN_TARGET.exec(text)?.[1] ?? null;

/** Message of a line, without its location and the word error. */
export const toMessage = (text: string): string =>
  text
    .replace(/^(?:e: |npm (?:error|ERR!) |##\[error\]|::error[^:]{0,200}::|\[!\] |[●✗✘✖×❌]\s{1,4})/u, "")
    .replace(LOCATION, "")
    .replace(/^\S{1,400}: (?=(?:fatal )?error:)/i, "")
    .replace(IN_TARGET, "")
    .replace(/^(?:[\s:)-]{1,20}|(?:fatal )?error(?: [A-Z]{1,4}\d{1,9})?:|AAPT:){1,8}/i, "")
    .trim() || text.trim();

/** Normal form of a message: failures of one kind have the same one in every app and on every machine. */
export const toFingerprint = (message: string): string =>
  firstCharacters(
    message
      .replaceAll(/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/:'"`)]{1,200}){2,40}/g, (path) =>
        path.slice(path.search(/[^\\/]{1,200}$/)),
      )
      .replaceAll(/\b[0-9a-f]{7,64}\b(?:-[0-9a-f]{4,12}){0,4}/gi, "#")
      .replaceAll(/(?<![a-z_])\d{1,20}/gi, "0")
      .replaceAll(/\s{1,200}/g, " ")
      .toLowerCase(),
    MAX_FAILURE_SUMMARY_LENGTH,
  );
