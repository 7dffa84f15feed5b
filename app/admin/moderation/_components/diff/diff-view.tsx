"use client";

import { Button } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { formatCount } from "@/app/_ui/format.ts";
import { useMarkedLine } from "./code-line.tsx";
import { diffLines, type Row } from "./diff-lines";
import { SplitRow, UnifiedRows } from "./diff-rows";
import classes from "./diff-view.module.css";
import { type Fold, foldRows } from "./fold-rows";
import type { Token } from "./text-runs";

export type DiffMode = "split" | "unified";

export type DiffSide = {
  title: string;
  text: string;
  /** Syntax tokens by line, once loaded. */
  tokens?: readonly (readonly Token[])[] | undefined;
};

type DiffViewProps = {
  /** Accessible name: "Changes of the description". */
  caption: string;
  before: DiffSide;
  after: DiffSide;
  mode?: DiffMode;
  /** The line of the text after the change to mark and reveal. */
  line?: number | undefined;
};

const ROWS_PER_PAGE = 1_000;

/** Diff of two texts, side by side or unified, with unchanged lines folded. */
export function DiffView({ caption, before, after, mode = "split", line }: DiffViewProps) {
  const folds = useMemo(() => foldRows(diffLines(before.text, after.text)), [before.text, after.text]);
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const [opened, setOpened] = useState<ReadonlySet<Fold>>(new Set());
  const frame = useRef<HTMLElement>(null);
  const { visible, left } = takeRows(folds, { opened, line, most: shown });
  useMarkedLine(frame, line);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={frame} className={classes.frame} aria-label={caption} tabIndex={0}>
      <table className={classes.table} data-mode={mode}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          <col className={classes.numberColumn} />
          {mode === "split" && <col />}
          <col className={classes.numberColumn} />
          <col />
        </colgroup>
        {mode === "split" && (
          <thead>
            <tr>
              <th scope="colgroup" colSpan={2}>
                {before.title}
              </th>
              <th scope="colgroup" colSpan={2}>
                {after.title}
              </th>
            </tr>
          </thead>
        )}
        {visible.map((fold) => (
          <tbody key={keyOf(fold.rows[0])}>
            {fold.isHidden ? (
              <tr>
                <td className={classes.gap} colSpan={mode === "split" ? 4 : 3}>
                  <button type="button" onClick={() => setOpened(new Set([...opened, fold.source]))}>
                    {formatCount(fold.rows.length, "unchanged line")}
                  </button>
                </td>
              </tr>
            ) : mode === "unified" ? (
              <UnifiedRows rows={fold.rows} before={before} after={after} marked={line} />
            ) : (
              fold.rows.map((row) => (
                <SplitRow key={keyOf(row)} row={row} before={before} after={after} marked={line} />
              ))
            )}
          </tbody>
        ))}
      </table>
      {left > 0 && (
        <p className={classes.rest}>
          {formatCount(left, "more line")}
          <Button variant="default" size="xs" onClick={() => setShown(shown + ROWS_PER_PAGE)}>
            Show more
          </Button>
        </p>
      )}
    </section>
  );
}

type Visible = Fold & { source: Fold };

type RowChoice = { opened: ReadonlySet<Fold>; line: number | undefined; most: number };

/** The first rows up to a limit, or to the marked line; a fold counts as one. */
function takeRows(folds: readonly Fold[], { opened, line, most }: RowChoice) {
  const visible: Visible[] = [];
  let room = Math.max(most, countRowsTo(folds, line));
  let left = 0;
  for (const source of folds) {
    const isHidden = source.isHidden && !opened.has(source) && !hasLine(source, line);
    const rows = isHidden ? source.rows : source.rows.slice(0, Math.max(0, room));
    if (room <= 0) left += source.rows.length;
    else {
      left += source.rows.length - rows.length;
      visible.push({ isHidden, rows, source });
      room -= isHidden ? 1 : rows.length;
    }
  }
  return { visible, left };
}

const hasLine = ({ rows }: Fold, line: number | undefined) =>
  line !== undefined && rows.some(({ after }) => after?.number === line);

function countRowsTo(folds: readonly Fold[], line: number | undefined): number {
  const last = folds.findIndex((fold) => hasLine(fold, line));
  return folds.slice(0, last + 1).reduce((sum, { rows }) => sum + rows.length, 0);
}

const keyOf = (row: Row | undefined) => `${row?.before?.number ?? ""}:${row?.after?.number ?? ""}`;
