import type { RouterOutputs } from "../../../_trpc/client";
import type { Column } from "../../../_ui/data/data-table";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { RelativeTime } from "../../../_ui/data/relative-time";
import classes from "./queue-columns.module.css";

export type QueuedListing = RouterOutputs["moderation"]["queue"]["listings"][number];

export const queueColumns: Column<QueuedListing>[] = [
  {
    key: "name",
    header: "Listing",
    isWide: true,
    cell: ({ name, slug }) => (
      <>
        {name} <span className={classes.slug}>{slug}</span>
      </>
    ),
  },
  { key: "version", header: "Version", cell: ({ version }) => version },
  { key: "type", header: "Type", cell: ({ type }) => <ListingTypeLabel type={type} /> },
  { key: "publisher", header: "Publisher", cell: ({ publisher }) => publisher.name },
  { key: "kind", header: "Submission", cell: ({ isUpdate }) => (isUpdate ? "Update" : "First") },
  {
    key: "age",
    header: "Submitted",
    align: "end",
    cell: ({ submittedAt }) => <RelativeTime value={submittedAt} />,
  },
];
