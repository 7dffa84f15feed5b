import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import { listingPath } from "@/app/_paths/builder.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { isolate } from "@/shared/text/isolate.ts";
import classes from "./overview.module.css";

const PAGE_SIZE = 5;

/** Inputs of the list procedure. Page and overview use the same ones, so that the overview finds the prefetched queries. */
export const pendingListingsInput = (tenant: string) => ({
  tenant,
  status: ["PENDING_APPROVAL" as const],
  limit: PAGE_SIZE,
});

export const decidedListingsInput = (tenant: string) => ({
  tenant,
  status: ["APPROVED" as const, "REJECTED" as const, "SUSPENDED" as const],
  limit: PAGE_SIZE,
});

type Listing = RouterOutputs["listings"]["list"]["listings"][number];

type RecentListingsProps = {
  tenant: string;
  caption: string;
  listings: Listing[];
  empty: string;
  /** Shows the status: decided listings have different ones. */
  isDecided?: boolean;
};

export function RecentListings(props: RecentListingsProps) {
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

const columns: Column<Listing>[] = [
  {
    key: "name",
    header: "Listing",
    isWide: true,
    fullText: ({ name, version }) => `${isolate(name)} ${version}`,
    cell: ({ name, version }) => (
      <>
        {name} <span className={classes.aside}>{version}</span>
      </>
    ),
  },
  { key: "type", header: "Type", cell: ({ type }) => describeListingType(type) },
];

const stateColumn: Column<Listing> = {
  key: "state",
  header: "Status",
  cell: ({ status }) => <StatusBadge status={status} />,
};

const sinceColumn: Column<Listing> = timeColumn(
  "since",
  "Since",
  ({ submittedAt, decidedAt }) => decidedAt ?? submittedAt,
);
