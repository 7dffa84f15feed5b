import type { ReactNode } from "react";
import { Link } from "../page/link";
import classes from "./data-table.module.css";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** "end" for quantities, so that their digits line up. */
  align?: "start" | "end";
  /** Takes the width that narrow columns leave. */
  isWide?: boolean;
  /** Link of the header; the URL holds the order. */
  sort?: { href: string; direction?: "ascending" | "descending" };
};

type DataTableProps<Row> = {
  /** Accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Link of the row; the anchor is the text of the first column. */
  rowHref?: (row: Row) => string;
  /** The row under the keyboard cursor. */
  activeKey?: string;
  /** Less padding, for many columns. */
  isDense?: boolean;
  /** Empty state, inside the frame. */
  empty?: ReactNode;
  /** Below the rows, inside the frame: a pager, a total. */
  footer?: ReactNode;
};

/** Data table in a frame; on narrow screens the frame scrolls sideways, by keyboard too. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, activeKey, isDense, empty, footer } = props;
  if (rows.length === 0 && empty) return <div className={classes.frame}>{empty}</div>;
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={caption} tabIndex={0}>
        <table className={classes.table} data-dense={isDense || undefined}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <tr key={key} data-active={key === activeKey || undefined} data-row-key={key}>
                  <Cells row={row} columns={columns} href={rowHref?.(row)} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {footer && <div className={classes.footer}>{footer}</div>}
    </div>
  );
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { sort } = column;
  return (
    <th
      scope="col"
      data-align={column.align}
      data-wide={column.isWide || undefined}
      aria-sort={sort?.direction}
    >
      {sort ? (
        <Link href={sort.href} className={classes.sort} data-direction={sort.direction} scroll={false}>
          {column.header}
        </Link>
      ) : (
        column.header
      )}
    </th>
  );
}

function Cells<Row>({ row, columns, href }: { row: Row; columns: Column<Row>[]; href: string | undefined }) {
  return columns.map((column, index) => {
    const content = column.cell(row);
    if (index > 0) {
      return (
        <td key={column.key} data-align={column.align}>
          {content}
        </td>
      );
    }
    return (
      <th key={column.key} scope="row" data-align={column.align}>
        {href ? (
          <Link href={href} className={classes.rowLink}>
            {content}
          </Link>
        ) : (
          content
        )}
      </th>
    );
  });
}
