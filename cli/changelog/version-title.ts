/** Title of a release in a changelog: "[1.2.1] - 2026-03-01", "v1.2.1 (2026-03-01)", "offline-sync@1.2.1", "Unreleased". */
export interface VersionTitle {
  /** Name before the version, in lower case; null without one. */
  name: string | null;
  /** Versions without build metadata; empty for "Unreleased" and for ranges such as "1.x". */
  versions: string[];
  /** True if the first version has three numbers: "2.0" may stand above "2.0.0". */
  isComplete: boolean;
  /** True if the title has only a version, a date and remarks in brackets or quotes. */
  isPlain: boolean;
}

/** Marks before a version: brackets, emphasis, emoji; not the `@` of a scoped package. */
const LEADING_MARKS = /^[^\p{L}\p{N}@]+/u;
const EMOJI_CODE = /^:[a-z0-9_+-]{1,40}:/;
const LEADING_DATE = /^\d{4}-\d{2}-\d{2}(?!\d)/;
const LEADING_WORD = /^(?:version|release|ver\.|changes in|what['’]s new in|new in)[\s:]/i;
const PACKAGE_NAME = /^((?:@[\w.~-]{1,214}\/)?[\w.~-]{1,214})@(?=v?\d)/i;
const VERSION =
  /^v?(\d{1,15}(?:\.\d{1,15}){0,3})(\.[x*])?((?:[-.][0-9a-z]|[a-z])[0-9a-z.-]*)?(?:\+[0-9a-z.-]+)?/i;
/** Text that may follow a version without being part of a word. */
const VERSION_END = /^(?:$|[\s\][(){},:;!|/&+–—-])/;
const PRE_RELEASE =
  /^[-.\s]{0,9}(alpha|beta|rc|release candidate|pre|preview)[-.\s]{0,9}(\d{1,15})?(?![\p{L}\p{N}])/iu;
/** Text in brackets that may follow a version: "1.2.0 (Release Candidate 1)". */
const BRACKETED_PRE_RELEASE =
  /^\s{0,9}[([](alpha|beta|rc|release candidate|pre|preview)[-.\s]{0,9}(\d{1,15})?[)\]]/iu;
const NEXT_VERSION = /^\]?\s{0,9}(?:,|&|\+|\/|and)\s{0,9}\[?(?=v?\d{1,15}\.\d{1,15}\.\d)/i;
const BRACKETED = /\([^()]*\)|\[[^[\]]*\]|“[^“”]*”|"[^"]*"/g;
const DATE_WORD =
  /^(?:\d{1,4}(?:st|nd|rd|th)?|t|z|utc|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|released|yanked|deprecated|latest|lts|current)$/i;

/**
 * Parses the text of a heading.
 * @param ownNames names of the package, which may stand before a version with a space between
 * @returns null if it is no title of a release
 */
export function parseVersionTitle(text: string, ownNames: readonly string[]): VersionTitle | null {
  const title = text.replace(/^\s*/, "").trimEnd();
  const bare = stripMarks(title);
  if (/^unreleased(?![\p{L}\p{N}])/iu.test(bare))
    return { name: null, versions: [], isComplete: false, isPlain: true };
  const [name, rest] = splitName(stripDate(bare), ownNames);
  const first = parseVersion(rest);
  if (!first) return null;
  const versions = first.version === null ? [] : [first.version];
  let after = first.rest;
  for (let match = NEXT_VERSION.exec(after); match; match = NEXT_VERSION.exec(after)) {
    const next = parseVersion(after.slice(match[0].length));
    if (!next) break;
    if (next.version !== null) versions.push(next.version);
    after = next.rest;
  }
  const isPlain = isDateOrRemark(after);
  // "3.0 compatibility" and "2 fixes" are headings within a section.
  if (!first.isComplete && !isPlain) return null;
  return { name, versions, isComplete: first.isComplete, isPlain };
}

/** "Release (2026-03-01)", where a list below names packages and versions: "offline-sync 1.2.1 (patch)". */
export function parseReleaseList(
  text: string,
  items: string[],
  ownNames: readonly string[],
): VersionTitle | null {
  const [word] = /^releas(?:e|ed|es)(?![\p{L}\p{N}])/iu.exec(stripMarks(text)) ?? [];
  if (!word || !isDateOrRemark(stripMarks(text).slice(word.length))) return null;
  const titles = items.flatMap((item) => parseVersionTitle(item, ownNames) ?? []);
  const versions = titles.flatMap((item) => item.versions);
  return { name: null, versions, isComplete: true, isPlain: true };
}

/** Version without build metadata, which does not distinguish releases. */
export const withoutBuild = (version: string): string => version.split("+", 1)[0] ?? version;

function stripMarks(text: string): string {
  let rest = text;
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replace(EMOJI_CODE, "").replace(LEADING_MARKS, "");
  }
  return rest;
}

function stripDate(text: string): string {
  const date = LEADING_DATE.exec(text)?.[0];
  return date ? stripMarks(text.slice(date.length)) : text;
}

function splitName(text: string, ownNames: readonly string[]): [name: string | null, rest: string] {
  const word = LEADING_WORD.exec(text)?.[0];
  if (word) return [null, stripMarks(text.slice(word.length))];
  const [prefix, name] = PACKAGE_NAME.exec(text) ?? [];
  if (prefix && name) return [name.toLowerCase(), text.slice(prefix.length)];
  const lowerCase = text.toLowerCase();
  const own = ownNames.find((name) => lowerCase.startsWith(name.toLowerCase()));
  if (!own || !/^[\s:-]/.test(text.slice(own.length))) return [null, text];
  return [own.toLowerCase(), splitName(stripMarks(text.slice(own.length)), [])[1]];
}

interface ParsedVersion {
  /** Null for a range such as "1.x". */
  version: string | null;
  /** Of three numbers at least. */
  isComplete: boolean;
  rest: string;
}

function parseVersion(text: string): ParsedVersion | null {
  const [match, core, range, rawSuffix = ""] = VERSION.exec(text) ?? [];
  if (!match || !core || !VERSION_END.test(text.slice(match.length))) return null;
  const rest = text.slice(match.length);
  const count = core.split(".").length;
  if (range) return rawSuffix === "" ? { version: null, isComplete: false, rest } : null;
  const suffix = rawSuffix.replace(/[.-]{1,9}$/, "");
  if (count === 1) return null;
  if (count === 2) {
    if (suffix !== "" && !PRE_RELEASE.test(suffix)) return null;
    return { version: `${core}.0${suffix}`, isComplete: false, rest };
  }
  // "1.0.0 Beta 2" is not 1.0.0.
  const [words, stage, number] =
    suffix === "" ? (PRE_RELEASE.exec(rest) ?? BRACKETED_PRE_RELEASE.exec(rest) ?? []) : [];
  if (words === undefined || stage === undefined) return { version: core + suffix, isComplete: true, rest };
  const preRelease = [stage.toLowerCase().replace("release candidate", "rc"), number]
    .filter(Boolean)
    .join(".");
  return { version: `${core}-${preRelease}`, isComplete: true, rest: rest.slice(words.length) };
}

const isDateOrRemark = (text: string): boolean =>
  text
    .replaceAll(BRACKETED, " ")
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === "" || DATE_WORD.test(word));
