import type { ReactNode } from "react";
import { isolate } from "@/shared/text/isolate.ts";
import type { TimeValue } from "../format";
import { Link } from "../page/link";
import classes from "./data-table.module.css";
import { RelativeTime } from "./time";
import { NamedSlug } from "./values";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** "end" for quantities, so that their digits line up. */
  align?: "start" | "end";
  /** Takes the width that other columns leave, and is shortened first. */
  isWide?: boolean;
  /** Full text of a cell of a wide column, on hover. */
  fullText?: (row: Row) => string;
  /** Hidden in a narrow table; the page of the row shows it too. */
  isMinor?: boolean;
  /** Link of the header; the URL holds the order. */
  sort?: { href: string; direction?: "ascending" | "descending" };
};

/** Column of a relative time; `absent` stands where a row has none. */
export const timeColumn = <Row,>(
  key: string,
  header: string,
  read: (row: Row) => TimeValue | null,
  absent?: ReactNode,
): Column<Row> => ({
  key,
  header,
  align: "end",
  cell: (row) => {
    const value = read(row);
    return value === null ? absent : <RelativeTime value={value} />;
  },
});

/** First column of what has a name and a slug. */
export const namedSlugColumn = <Row extends { name: string; slug: string }>(
  key: string,
  header: string,
): Column<Row> => ({
  key,
  header,
  isWide: true,
  fullText: ({ name, slug }) => `${isolate(name)} ${slug}`,
  cell: ({ name, slug }) => <NamedSlug name={name} slug={slug} />,
});

/** Last column, with the buttons of each row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: "actions",
  header: <span className="visually-hidden">Actions</span>,
  align: "end",
  cell,
});

/** Selection of rows: a checkbox for all of them and one for each. */
export type RowSelection<Row> = {
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  isSelected: (row: Row) => boolean;
};

export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Link of the row; the anchor is the text of the first column. */
  rowHref?: (row: Row) => string | undefined;
  /** Checkboxes before the first column. */
  selection?: RowSelection<Row>;
  /** The row under the keyboard cursor. */
  activeKey?: string;
  /** Less padding, for many columns. */
  isDense?: boolean;
  /** Empty state, inside the frame. */
  empty?: ReactNode;
  /** Below the rows, inside the frame: a pager, a total. */
  footer?: ReactNode;
};

/** Explicit roles: some browsers drop the implicit ones when CSS changes the display of a table. */
const ROLES = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/**
 * Data table in a frame. On phones each row becomes an item of two lines: the first and the last column, then the others.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, selection, activeKey, isDense, empty, footer } = props;
  if (rows.length === 0 && empty) return <div className={classes.frame}>{empty}</div>;
  return (
    <div className={classes.frame}>
      <table className={classes.table} data-dense={isDense || undefined} {...ROLES.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead {...ROLES.rows}>
          <tr {...ROLES.row}>
            {selection && (
              <th scope="col" data-selection {...ROLES.columnHeader}>
                {selection.header}
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.rows}>
          {rows.map((row) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                data-active={key === activeKey || undefined}
                data-selected={selection?.isSelected(row) || undefined}
                data-row-key={key}
                {...ROLES.row}
              >
                {selection && (
                  <td data-selection {...ROLES.cell}>
                    {selection.cell(row)}
                  </td>
                )}
                <Cells row={row} columns={columns} href={rowHref?.(row)} />
              </tr>
            );
          })}
        </tbody>
      </table>
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
      data-minor={column.isMinor || undefined}
      aria-sort={sort?.direction}
      {...ROLES.columnHeader}
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
    const attributes = {
      "data-align": column.align,
      "data-minor": column.isMinor || undefined,
      "data-wide": column.isWide || undefined,
      title: column.fullText?.(row),
    };
    if (index > 0) {
      return (
        <td key={column.key} {...attributes} {...ROLES.cell}>
          {index < columns.length - 1 && column.align === "end" && (
            <span className={classes.label} aria-hidden="true">
              {column.header}
            </span>
          )}
          {content}
        </td>
      );
    }
    return (
      <th key={column.key} scope="row" {...attributes} {...ROLES.rowHeader}>
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
