import { formatCount } from "../../../../_ui/format";
import classes from "./diff-view.module.css";
import { diffLines, type Line, type Row } from "./lines";

type DiffViewProps = {
  /** What is compared, for those who cannot see the heading above: "Changes of the description". */
  caption: string;
  before: { title: string; text: string };
  after: { title: string; text: string };
};

/** More lines than a page can hold; the rest is for the text itself. */
const MOST_ROWS = 1_000;

/** Two versions of a text, side by side on wide screens and one below the other on narrow ones. */
export function DiffView({ caption, before, after }: DiffViewProps) {
  const rows = diffLines(before.text, after.text);
  const left = rows.length - MOST_ROWS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.frame} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <colgroup>
          <col className={classes.numberColumn} />
          <col />
          <col className={classes.numberColumn} />
          <col />
        </colgroup>
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
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <DiffRow key={`${row.before?.number ?? ""}:${row.after?.number ?? ""}`} row={row} />
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <details className={classes.rest}>
          <summary>{formatCount(left, "more line")}: show the submitted text</summary>
          <pre>{after.text}</pre>
        </details>
      )}
    </section>
  );
}

function DiffRow({ row }: { row: Row }) {
  return (
    <tr data-kind={row.kind}>
      <Side line={row.before} side="before" isChanged={row.kind !== "same"} />
      <Side line={row.after} side="after" isChanged={row.kind !== "same"} />
    </tr>
  );
}

type SideProps = { line: Line | undefined; side: "before" | "after"; isChanged: boolean };

function Side({ line, side, isChanged }: SideProps) {
  const Mark = side === "before" ? "del" : "ins";
  const attributes = { "data-side": side, "data-changed": (line && isChanged) || undefined };
  return (
    <>
      <td className={classes.number} {...attributes}>
        {line?.number}
      </td>
      <td className={classes.text} {...attributes} data-absent={!line || undefined}>
        {line && isChanged && (
          <span className="visually-hidden">{side === "before" ? "Removed: " : "Added: "}</span>
        )}
        {line?.pieces.map((piece, index) =>
          piece.isChanged ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
            <Mark key={index}>{piece.text}</Mark>
          ) : (
            piece.text
          ),
        )}
      </td>
    </>
  );
}
