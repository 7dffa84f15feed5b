import { countMarks, countSteps, isWithinMarkdownLimits, MAX_LINES, MAX_MARKS } from "./policy.ts";
import { stripTags } from "./strip-raw-html.ts";

const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^#{1,2} /;
/** Definition of a link, whole in its line. */
const DEFINITION =
  /^ {0,3}(\[[^[\]]{1,200}\]): {0,20}(?:<[^<>]{1,2000}>|[^\s<>]{1,2000})(?: {1,20}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?$/;

/**
 * Sections from one heading of the first two levels to the next, in parts that are within the limits of Markdown, and the
 * definitions of links by their normalized label, which all share.
 */
export function splitReadme(source: string) {
  const sections: string[] = [];
  const definitions = new Map<string, string>();
  let section: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (section.some((line) => line.trim() !== ""))
      for (const part of splitSection(section)) sections.push(part);
    section = [];
  };
  for (const line of source.split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (mark && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const label = fence === null ? DEFINITION.exec(line.trimEnd())?.[1] : undefined;
    if (label !== undefined && !label.startsWith("[^")) {
      const key = normalizeLabel(label);
      // The first definition of a label counts.
      if (!definitions.has(key)) definitions.set(key, line);
    } else {
      if (fence === null && HEADING.test(line)) close();
      section.push(line);
    }
  }
  close();
  return { sections, definitions };
}

/** Label as Markdown compares it: in any case, and with any space. */
export const normalizeLabel = (label: string): string =>
  label.slice(1, -1).trim().replaceAll(/\s+/g, " ").toLowerCase();

/** Parts of a section, as large as the limits allow; a block that is too complex by itself is a part of its own. */
function splitSection(lines: string[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let steps = 0;
  const close = () => {
    if (part.length > 0) parts.push(part.join("\n"));
    part = [];
    steps = 0;
  };
  for (const block of splitBlocks(lines).flatMap(splitTable)) {
    const text = block.join("\n");
    const ofBlock = countSteps(text);
    const isSimple = isWithinMarkdownLimits(text, MAX_MARKS);
    if (!isSimple || part.length + block.length > MAX_LINES || steps + ofBlock > MAX_MARKS) close();
    // One by one: a block may have more lines than a call has arguments.
    for (const line of block) part.push(line);
    steps += ofBlock;
    if (!isSimple) close();
  }
  close();
  return parts;
}

/** Blocks of lines, each with the blank lines behind it. A block of HTML that is too complex keeps its text alone. */
function splitBlocks(lines: string[]): string[][] {
  const blocks: string[][] = [];
  let block: string[] = [];
  let fence: string | null = null;
  let isEnded = false;
  const close = () => {
    if (block.length > 0) blocks.push(isComplexHtml(block) ? stripLines(block) : block);
    block = [];
  };
  for (const line of lines) {
    const isBlank = line.trim() === "";
    if (isEnded && !isBlank && fence === null && !/^[ \t]/.test(line)) close();
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (mark && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    isEnded = isBlank;
    block.push(line);
  }
  close();
  return blocks;
}

const HTML = /^ {0,3}<[a-z!/]/i;

const isComplexHtml = (block: string[]): boolean =>
  HTML.test(block[0] ?? "") && countMarks(block.join("\n")) > MAX_MARKS;

const stripLines = (block: string[]): string[] => [
  ...stripTags(block.join("\n"))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
  "",
];

const DELIMITER_ROW = /^[-:| \t]+$/;
const MAX_HEAD_LENGTH = 2_000;

/** Table in parts that are within the limits, each with the header; any other block as it is. */
function splitTable(block: string[]): string[][] {
  const [header = "", delimiter = "", ...rows] = block;
  if (!header.includes("|") || !delimiter.includes("|") || !DELIMITER_ROW.test(delimiter)) return [block];
  const toRow = (line: string) => (line.trim() === "" || /^[ \t]*\|/.test(line) ? line : `| ${line}`);
  const head = [header, delimiter].map(toRow);
  // Each part has a copy.
  if (head.join("\n").length > MAX_HEAD_LENGTH) return [block];
  const parts: string[][] = [];
  let part = [...head];
  let marks = 0;
  const close = () => {
    if (part.length > head.length) parts.push([...part, ""]);
    part = [...head];
    marks = 0;
  };
  for (const row of rows.map(toRow)) {
    const ofRow = countMarks(row);
    const isSimple = ofRow <= MAX_MARKS / 2;
    if (!isSimple || marks + ofRow > MAX_MARKS / 2) close();
    part.push(row);
    marks += ofRow;
    // A row that is too complex does not take the others with it.
    if (!isSimple) close();
  }
  close();
  return parts;
}
