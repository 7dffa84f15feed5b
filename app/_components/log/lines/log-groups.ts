import { isGroupEnd, withoutPrefix } from "@/shared/build-log/rank-lines.ts";
import type { LogLine } from "./parse-log.ts";

/** Lines that fold: a header, and those after it up to `end`, exclusive. Groups nest, and are ordered by `start`. */
export interface LogGroup {
  start: number;
  end: number;
  /** Units before the title in the header's line. */
  titleAt: number;
  /** The header asks to be shown open, or says that its step failed. */
  isOpen: boolean;
  isFailed: boolean;
}

/** Sections contain marked groups, which contain the commands of build tools. */
type Level = "section" | "group" | "command";
const LEVELS: readonly Level[] = ["section", "group", "command"];

type Header = { level: Level; titleAt: number; isOpen?: boolean; isFailed?: boolean };

/** Groups as GitHub Actions and Azure Pipelines mark them. */
const GROUP_START = /^(?:::group::|##\[group\])/;
/** Sections of Buildkite and steps of fastlane. */
const SECTION = /^(---|\+\+\+|~~~) (?!(?:FAIL|PASS):?\s)\S/;
const GRADLE_TASK = /^> (?:Task|Configure project|Transform) \S/;
const GRADLE_END = /^(?:FAILURE: |BUILD (?:SUCCESSFUL|FAILED)|\* What went wrong|\d{1,7} actionable task)/;
/** Commands of Xcode; each ends with an empty line. */
const XCODE_COMMAND = /^[A-Z][A-Za-z]{1,50}(?: .{0,2000})? \(in target '[^']{1,200}' from project '/;
/** Groups in the lines of a log; a header that nothing follows makes none. */
export function findGroups(lines: readonly LogLine[]): LogGroup[] {
  const groups: LogGroup[] = [];
  const open = new Map<Level, LogGroup>();

  function close(from: Level, end: number): void {
    for (const level of LEVELS.slice(LEVELS.indexOf(from))) {
      const group = open.get(level);
      if (group) group.end = end;
      open.delete(level);
    }
  }

  for (const [index, { text, mayMark, isRedraw }] of lines.entries()) {
    if (text === "" && !isRedraw) close("command", index);
    if (!mayMark) continue;
    const line = withoutPrefix(text);
    if (line.startsWith("^^^ +++")) openSection(open);
    else if (isGroupEnd(line)) close("group", index + 1);
    else if (GRADLE_END.test(line)) close("command", index);
    else {
      const header = readHeader(line, lines, index);
      if (!header) continue;
      close(header.level, index);
      const { level, titleAt, isOpen = false, isFailed = false } = header;
      const group = {
        start: index,
        end: lines.length,
        titleAt: titleAt + Math.max(0, text.indexOf(line)),
        isOpen,
        isFailed,
      };
      open.set(level, group);
      groups.push(group);
    }
  }
  return groups.filter(({ start, end }) => end - start > 1);
}

/** Buildkite's mark of the section before it. */
function openSection(open: Map<Level, LogGroup>): void {
  const section = open.get("section");
  if (section) section.isOpen = true;
}

function readHeader(line: string, lines: readonly LogLine[], index: number): Header | undefined {
  const group = GROUP_START.exec(line);
  if (group) return { level: "group", titleAt: group[0].length };
  const section = SECTION.exec(line);
  // Old and new file of a diff.
  const isDiff = line.startsWith("---") && (lines[index + 1]?.text ?? "").startsWith("+++");
  const isNewFile = line.startsWith("+++") && (lines[index - 1]?.text ?? "").startsWith("---");
  if (section && !isDiff && !isNewFile) {
    return { level: "section", titleAt: 4, isOpen: section[1] === "+++" };
  }
  if (GRADLE_TASK.test(line)) return { level: "command", titleAt: 0, isFailed: line.endsWith(" FAILED") };
  return XCODE_COMMAND.test(line) ? { level: "command", titleAt: 0 } : undefined;
}

/** Lines that are shown: all but those in folded groups, those that earlier lines show, and the ends of groups. */
export function toShownLines(
  lines: readonly LogLine[],
  groups: readonly LogGroup[],
  isFolded: (group: LogGroup) => boolean,
) {
  const shown = new Int32Array(lines.length);
  let count = 0;
  let at = 0;
  const take = (end: number) => {
    for (; at < end; at += 1) {
      const line = lines[at];
      if (line?.isRedraw || (line?.mayMark && isGroupEnd(line.text))) continue;
      shown[count] = at;
      count += 1;
    }
  };
  for (const group of groups) {
    if (group.start < at || !isFolded(group)) continue;
    take(group.start + 1);
    at = Math.max(at, group.end);
  }
  take(lines.length);
  return shown.subarray(0, count);
}

/** Groups that hide a line while they are folded. */
export const groupsAround = (groups: readonly LogGroup[], line: number): LogGroup[] =>
  groups.filter(({ start, end }) => start < line && line < end);

/** Seconds from the header to what follows the group; null if the times are unknown. */
export function measureGroup(lines: readonly LogLine[], { start, end }: LogGroup): number | null {
  const from = lines[start]?.seconds;
  const to = (lines[end] ?? lines[end - 1])?.seconds;
  return from === undefined || to === undefined ? null : Math.max(0, to - from);
}
