import { CodeLine } from "./code-line";
import { markLine } from "./code-line.tsx";
import type { Line, Row } from "./diff-lines";
import type { DiffSide } from "./diff-view";
import classes from "./diff-view.module.css";
import { unifyRows } from "./fold-rows";

type Sides = { before: DiffSide; after: DiffSide; marked: number | undefined };

/** Row of a side-by-side diff. */
export function SplitRow({ row, before, after, marked }: Sides & { row: Row }) {
  const isChanged = row.kind !== "same";
  return (
    <tr data-kind={row.kind} {...markLine(row.after !== undefined && row.after.number === marked)}>
      <SplitSide line={row.before} of={before} side="before" isChanged={isChanged} />
      <SplitSide line={row.after} of={after} side="after" isChanged={isChanged} />
    </tr>
  );
}

type SideProps = {
  line: Line | undefined;
  of: DiffSide;
  side: "before" | "after";
  isChanged: boolean;
};

function SplitSide({ line, of, side, isChanged }: SideProps) {
  const attributes = { "data-side": side, "data-changed": (line && isChanged) || undefined };
  return (
    <>
      <td className={classes.number} {...attributes}>
        {line?.number}
      </td>
      <td className={classes.text} {...attributes} data-absent={!line || undefined}>
        {line && <Content line={line} of={of} side={side} isChanged={isChanged} />}
      </td>
    </>
  );
}

/** Rows of a unified diff, each line with both line numbers. */
export function UnifiedRows({ rows, before, after, marked }: Sides & { rows: readonly Row[] }) {
  return unifyRows(rows).map(({ side, row }) => {
    const line = row[side];
    const isChanged = row.kind !== "same";
    const attributes = { "data-side": side, "data-changed": isChanged || undefined };
    if (!line) return null;
    return (
      <tr
        key={`${side}:${line.number}`}
        data-kind={isChanged ? KIND_BY_SIDE[side] : "same"}
        {...markLine(side === "after" && line.number === marked)}
      >
        <td className={classes.number} {...attributes}>
          {(side === "before" || !isChanged) && row.before?.number}
        </td>
        <td className={classes.number} {...attributes}>
          {side === "after" && row.after?.number}
        </td>
        <td className={classes.text} {...attributes}>
          <Content line={line} of={side === "before" ? before : after} side={side} isChanged={isChanged} />
        </td>
      </tr>
    );
  });
}

const KIND_BY_SIDE = { before: "went", after: "came" };

function Content({ line, of, side, isChanged }: SideProps & { line: Line }) {
  return (
    <>
      {isChanged && <span className="visually-hidden">{side === "before" ? "Removed: " : "Added: "}</span>}
      <CodeLine
        pieces={line.pieces}
        tokens={of.tokens?.[line.number - 1]}
        mark={side === "before" ? "del" : "ins"}
      />
    </>
  );
}
