/** Entries of several versions under one heading, newest first; the heading is null for text before any heading. */
export interface MergedPart {
  heading: string | null;
  entries: { version: string; source: string }[];
}

type Version = { version: string; changelog: string | null };

/** Changelogs of several versions, newest first, merged by heading in order of first appearance. */
export function mergeChangelogs(versions: readonly Version[]): MergedPart[] {
  const parts = new Map<string, MergedPart>();
  for (const { version, changelog } of versions) {
    for (const { heading, source } of splitByHeading(changelog ?? "")) {
      const key = heading?.toLowerCase() ?? "";
      const part = parts.get(key) ?? { heading, entries: [] };
      part.entries.push({ version, source });
      parts.set(key, part);
    }
  }
  return [...parts.values()].sort(
    (one, other) => Number(one.heading !== null) - Number(other.heading !== null),
  );
}

/** Versions above `from`; `versions` are ordered highest first. */
export function versionsSince<T extends { version: string }>(versions: readonly T[], from: string): T[] {
  const index = versions.findIndex(({ version }) => version === from);
  return index < 0 ? [] : versions.slice(0, index);
}

/** Bound on the parts of one changelog. A changelog with more headings stays whole. */
const MAX_HEADINGS = 20;

function splitByHeading(changelog: string): { heading: string | null; source: string }[] {
  const parts: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }];
  let isInFence = false;
  for (const line of changelog.split("\n")) {
    if (/^ {0,3}(```|~~~)/.test(line)) isInFence = !isInFence;
    const heading = isInFence ? null : readHeading(line);
    if (heading === null) parts.at(-1)?.lines.push(line);
    else if (parts.length > MAX_HEADINGS) return [{ heading: null, source: changelog.trim() }];
    else parts.push({ heading, lines: [] });
  }
  return parts
    .map(({ heading, lines }) => ({ heading, source: lines.join("\n").trim() }))
    .filter(({ source }) => source !== "");
}

/** Title of an ATX heading without its closing marks; null for another line. Takes time linear in the line. */
function readHeading(line: string): string | null {
  const [opening] = /^ {0,3}#{1,6} /.exec(line) ?? [];
  if (opening === undefined) return null;
  const title = line.slice(opening.length).trim();
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  return end === 0 || title[end - 1] === " " ? title.slice(0, end).trimEnd() : title;
}
