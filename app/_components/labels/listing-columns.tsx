import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import type { ListingStatus } from "@/shared/vocabulary.ts";
import classes from "./listing-columns.module.css";

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

export const submittedColumn: Column<Pick<Listed, "submittedAt">> = timeColumn(
  "submitted",
  "Submitted",
  ({ submittedAt }) => submittedAt,
);

export const decidedColumn: Column<Pick<Listed, "decidedAt">> = timeColumn(
  "decided",
  "Decided",
  ({ decidedAt }) => decidedAt,
  <Absent why="pending" />,
);
