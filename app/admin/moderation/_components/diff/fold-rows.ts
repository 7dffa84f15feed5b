import type { Row } from "./diff-lines";

/** Rows that are shown, or unchanged ones between them that are not unless they are asked for. */
export interface Fold {
  isHidden: boolean;
  rows: Row[];
}

/** How many unchanged lines stand around what changed, so that it can be understood. */
const CONTEXT_LINES = 3;
/** Hiding fewer saves nobody anything. */
const MIN_HIDDEN_ROWS = 4;

/** Hides what did not change, but for what stands next to what did. */
export function foldRows(rows: readonly Row[]): Fold[] {
  const isNear = markNear(rows);
  const folds: Fold[] = [];
  for (const [index, row] of rows.entries()) {
    const isHidden = !isNear[index];
    const last = folds.at(-1);
    if (last?.isHidden === isHidden) last.rows.push(row);
    else folds.push({ isHidden, rows: [row] });
  }
  return folds.map((fold) => (fold.rows.length < MIN_HIDDEN_ROWS ? { ...fold, isHidden: false } : fold));
}

function markNear(rows: readonly Row[]): boolean[] {
  const isNear = new Array<boolean>(rows.length).fill(false);
  for (const [index, row] of rows.entries()) {
    if (row.kind === "same") continue;
    const end = Math.min(rows.length - 1, index + CONTEXT_LINES);
    for (let i = Math.max(0, index - CONTEXT_LINES); i <= end; i++) isNear[i] = true;
  }
  return isNear;
}

/** A line of one text on its own, as a diff in one column has it. */
export interface UnifiedLine {
  side: "before" | "after";
  row: Row;
}

/** One line below the other: of lines that changed in a row first all that went, then all that came. */
export function unifyRows(rows: readonly Row[]): UnifiedLine[] {
  const lines: UnifiedLine[] = [];
  const came: UnifiedLine[] = [];
  for (const row of rows) {
    if (row.kind === "same") {
      lines.push(...came.splice(0), { side: "after", row });
      continue;
    }
    if (row.before) lines.push({ side: "before", row });
    if (row.after) came.push({ side: "after", row });
  }
  return [...lines, ...came];
}
