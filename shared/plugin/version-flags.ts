export type Release = "major" | "minor" | "patch";

/** Change of an archive since the version before it, flagged for the moderator. */
export interface VersionFlag {
  kind: "PERMISSION_ADDED" | "PERMISSION_REMOVED" | "ENTRY_CHANGED";
  /** Permission, or the new entry. */
  name: string;
  /** Former entry. */
  previous?: string;
  /** Kind of release that the version number announces, and the version before. Null if the flag was stored without them. */
  release: Release | null;
  since: string | null;
}

/** True for a change that the version number does not announce. */
export const isUnannounced = ({ kind, release }: VersionFlag): boolean =>
  kind !== "PERMISSION_ADDED" && release !== "major";

/** Flag of a version in words, of which the version is the subject: "removes the permission …". */
export function describeVersionFlag(flag: VersionFlag, version: string): string {
  const { release, since } = flag;
  const though =
    isUnannounced(flag) && release && since ? `, although ${describeRelease(version, release, since)}` : "";
  return `${describeChange(flag)}${though}`;
}

/** "1.1.0 is a minor release after 1.0.0" */
export const describeRelease = (version: string, release: Release, since: string): string =>
  `${version} is a ${release} release after ${since}`;

function describeChange({ kind, name, previous }: VersionFlag): string {
  switch (kind) {
    case "PERMISSION_ADDED":
      return `adds the permission "${name}"`;
    case "PERMISSION_REMOVED":
      return `removes the permission "${name}"`;
    case "ENTRY_CHANGED":
      return `changes the entry from ${previous} to ${name}`;
  }
}
