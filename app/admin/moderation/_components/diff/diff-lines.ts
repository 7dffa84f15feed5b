import { diffSequences, type EditStep } from "./diff-sequences";

/** Part of a line; `isChanged` where it differs from the other side. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

export interface Line {
  number: number;
  pieces: Piece[];
}

/** Row of a side-by-side diff: an unchanged line, a line with its replacement, or a line of one text alone. */
export interface Row {
  kind: "same" | "changed" | "removed" | "added";
  before?: Line;
  after?: Line;
}

/** Line diff of two texts, with a word diff inside changed lines. */
export function diffLines(before: string, after: string): Row[] {
  const rows: Row[] = [];
  const removed: string[] = [];
  const added: string[] = [];
  const next = { before: 1, after: 1, wordDiffLength: 0 };
  const flush = () => {
    const count = Math.max(removed.length, added.length);
    for (let i = 0; i < count; i++) rows.push(changedRow(removed[i], added[i], next));
    removed.length = 0;
    added.length = 0;
  };
  for (const step of diffSequences(before.split("\n"), after.split("\n"))) {
    if (step.kind === "removed") removed.push(step.text);
    else if (step.kind === "added") added.push(step.text);
    else {
      flush();
      rows.push({
        kind: "same",
        before: { number: next.before++, pieces: whole(step.text, false) },
        after: { number: next.after++, pieces: whole(step.text, false) },
      });
    }
  }
  flush();
  return rows;
}

interface Position {
  before: number;
  after: number;
  /** Characters that got a word diff so far. */
  wordDiffLength: number;
}

function changedRow(removed: string | undefined, added: string | undefined, next: Position): Row {
  if (removed !== undefined && added !== undefined) {
    next.wordDiffLength += Math.max(removed.length, added.length);
    const [old, fresh] =
      next.wordDiffLength <= MAX_WORD_DIFF_LENGTH
        ? diffWords(removed, added)
        : [whole(removed, true), whole(added, true)];
    return {
      kind: "changed",
      before: { number: next.before++, pieces: old },
      after: { number: next.after++, pieces: fresh },
    };
  }
  if (removed !== undefined) {
    return { kind: "removed", before: { number: next.before++, pieces: whole(removed, true) } };
  }
  return { kind: "added", after: { number: next.after++, pieces: whole(added ?? "", true) } };
}

/** Longer lines, in characters, get no word diff. */
const MAX_COMPARED_LINE_LENGTH = 500;
/** Characters per text that get a word diff; the changed lines after them are marked as a whole. */
const MAX_WORD_DIFF_LENGTH = 50_000;
/** Lines with a lower share of common text count as different lines and are marked as a whole. */
const MIN_COMMON_RATIO = 0.3;

function diffWords(before: string, after: string): [Piece[], Piece[]] {
  if (Math.max(before.length, after.length) > MAX_COMPARED_LINE_LENGTH) {
    return [whole(before, true), whole(after, true)];
  }
  const steps = diffSequences(enumArray(before), enumArray(after));
  const commonRatio = lengthOf(steps, "same") / Math.max(1, before.length, after.length);
  if (commonRatio < MIN_COMMON_RATIO) return [whole(before, true), whole(after, true)];
  return [piecesOf(steps, "removed"), piecesOf(steps, "added")];
}

const enumArray = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

function lengthOf(steps: readonly EditStep[], kind: EditStep["kind"]): number {
  return steps.reduce((sum, step) => sum + (step.kind === kind ? step.text.length : 0), 0);
}

function piecesOf(steps: readonly EditStep[], own: "removed" | "added"): Piece[] {
  const pieces: Piece[] = [];
  for (const { kind, text } of steps) {
    if (kind !== "same" && kind !== own) continue;
    const last = pieces.at(-1);
    const isChanged = kind === own;
    if (last?.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  }
  return pieces;
}

const whole = (text: string, isChanged: boolean): Piece[] => [{ text, isChanged }];
