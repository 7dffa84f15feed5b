import { type Column, DataTable } from "../../../_ui/data/data-table";
import { describeListingType } from "../../../_ui/data/listing-type";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import type { ListedListing } from "../listings/listings-table";
import { listingPath } from "../paths";
import classes from "./overview.module.css";

type ListingHeadlinesProps = {
  tenant: string;
  caption: string;
  listings: ListedListing[];
  empty: string;
  /** They are in several states; of those that wait, the title says it. */
  isDecided?: boolean;
};

export function ListingHeadlines(props: ListingHeadlinesProps) {
  const { tenant, caption, listings, empty, isDecided = false } = props;
  return (
    <DataTable
      caption={caption}
      columns={isDecided ? [...columns, stateColumn, sinceColumn] : [...columns, sinceColumn]}
      rows={listings}
      rowKey={(listing) => listing.id}
      rowHref={(listing) => listingPath(tenant, listing.id)}
      empty={<p className={classes.nothing}>{empty}</p>}
    />
  );
}

const columns: Column<ListedListing>[] = [
  {
    key: "name",
    header: "Listing",
    isWide: true,
    cell: ({ name, version }) => (
      <>
        {name} <span className={classes.aside}>{version}</span>
      </>
    ),
  },
  { key: "type", header: "Type", cell: ({ type }) => describeListingType(type) },
];

const stateColumn: Column<ListedListing> = {
  key: "state",
  header: "State",
  cell: ({ status }) => <StatusBadge status={status} />,
};

const sinceColumn: Column<ListedListing> = {
  key: "since",
  header: "Since",
  align: "end",
  cell: ({ submittedAt, decidedAt }) => <RelativeTime value={decidedAt ?? submittedAt} />,
};
