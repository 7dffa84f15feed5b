"use client";

import { IconPackages } from "@tabler/icons-react";
import { decidedColumn, stateColumn, submittedColumn } from "@/app/_components/labels/listing-columns.tsx";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { CATALOG_LISTINGS_PATH, CATALOG_PATH, reviewPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, namedSlugColumn } from "@/app/_ui/data/data-table.tsx";
import { ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import { isNarrowed, type ListingsView, listingsHref, listingsInput, PublisherCell } from "./catalog-view";

type Listing = RouterOutputs["adminCatalog"]["listings"]["listings"][number];

/** Page of listings of all tenants, last submitted first; each links to its review. */
export function ListingsTable({ view }: { view: ListingsView }) {
  const [{ listings, nextCursor }] = trpc.adminCatalog.listings.useSuspenseQuery(listingsInput(view));
  return (
    <CursorTable
      caption="Listings, newest first"
      columns={columns}
      rows={listings}
      rowKey={({ id }) => id}
      rowHref={({ id }) => reviewPath(id)}
      empty={isNarrowed(view, view.status) || view.cursor ? <NoMatch /> : <NoListings />}
      footer={
        <Pager count={formatCount(listings.length, "listing")} {...pagesOf(view, nextCursor, listingsHref)} />
      }
    />
  );
}

const columns: Column<Listing>[] = [
  namedSlugColumn("listing", "Listing"),
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
  { key: "type", header: "Type", cell: ({ type }) => <ListingTypeLabel type={type} /> },
  {
    key: "publisher",
    header: "Publisher",
    cell: ({ publisher }) => (
      <PublisherCell publisher={publisher} href={listingsHref({ publisher: publisher.slug })} />
    ),
  },
  stateColumn,
  {
    key: "downloads",
    header: "Downloads",
    align: "end",
    isMinor: true,
    cell: ({ downloads }) => formatNumber(downloads),
  },
  submittedColumn,
  { ...decidedColumn, isMinor: true },
];

function NoMatch() {
  return (
    <EmptyState
      title="No matching listings"
      description="Search by name, slug or full ID."
      action={<ButtonLink href={CATALOG_LISTINGS_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function NoListings() {
  return (
    <EmptyState
      icon={<IconPackages size={20} stroke={1.6} />}
      title="No listings yet"
      description="Submitted versions appear here."
      action={<ButtonLink href={CATALOG_PATH}>View items</ButtonLink>}
    />
  );
}
