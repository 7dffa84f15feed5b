import type { Row } from "./diff-lines";

/** Rows that are shown, or unchanged rows that are folded. */
export interface Fold {
  isHidden: boolean;
  rows: Row[];
}

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/** Shorter stretches are shown. */
const MIN_HIDDEN_ROWS = 4;

/** Folds unchanged rows, except for the context of changes. */
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

/** Line of one text in a unified diff. */
export interface UnifiedLine {
  side: "before" | "after";
  row: Row;
}

/** Unified diff: in a stretch of changes, removed lines before added ones. */
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
