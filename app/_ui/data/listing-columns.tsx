import type { ListingStatus } from "@/shared/vocabulary.ts";
import type { Column } from "./data-table";
import classes from "./listing-columns.module.css";
import { StatusBadge } from "./status-badge";
import { RelativeTime } from "./time";
import { Absent } from "./values";

type Listed = { status: ListingStatus; submittedAt: string; decidedAt: string | null };

/** Columns shared by all lists of listings. */
export const stateColumn: Column<Pick<Listed, "status">> = {
  key: "state",
  header: "Status",
  cell: ({ status }) => (
    <span className={classes.state}>
      <StatusBadge status={status} />
    </span>
  ),
};

export const submittedColumn: Column<Pick<Listed, "submittedAt">> = {
  key: "submitted",
  header: "Submitted",
  align: "end",
  cell: ({ submittedAt }) => <RelativeTime value={submittedAt} />,
};

export const decidedColumn: Column<Pick<Listed, "decidedAt">> = {
  key: "decided",
  header: "Decided",
  align: "end",
  cell: ({ decidedAt }) => (decidedAt ? <RelativeTime value={decidedAt} /> : <Absent why="pending" />),
};
