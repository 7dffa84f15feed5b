/** semver.org's own grammar, https://semver.org/#is-there-a-suggested-regular-expression-regex-to-check-a-semver-string */
export const SEMVER_GRAMMAR =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** Limit for major, minor and patch, in digits. */
export const MAX_CORE_DIGITS = 15;

/**
 * Sort key of a version: sorts bytewise by semver.org's rule 11 (precedence), and is equal for versions that differ only in
 * build metadata. Core numbers are padded; a release ends in `~`, above every pre-release; pre-release identifiers
 * begin with `0` (numeric, then the count of digits) or `1` (alphanumeric) and end with `!`, below every other byte.
 */
export function precedenceKey(version: string): string {
  const [, major = "", minor = "", patch = "", prerelease] = SEMVER_GRAMMAR.exec(version) ?? [];
  const core = [major, minor, patch].map((part) => part.padStart(MAX_CORE_DIGITS, "0")).join(".");
  if (prerelease === undefined) return `${core}~`;
  const identifiers = prerelease
    .split(".")
    .map((identifier) =>
      /^\d+$/.test(identifier)
        ? `0${String(identifier.length).padStart(3, "0")}${identifier}!`
        : `1${identifier}!`,
    );
  return `${core}-${identifiers.join("")}`;
}

/** Pre-release check. A pre-release is current only where there is no release. */
export const isPrerelease = (version: string): boolean => SEMVER_GRAMMAR.exec(version)?.[4] !== undefined;
