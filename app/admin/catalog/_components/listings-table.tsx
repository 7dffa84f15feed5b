"use client";

import { IconPackages } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { decidedColumn, stateColumn, submittedColumn } from "../../../_ui/data/listing-columns";
import { ListingTypeLabel } from "../../../_ui/data/listing-type";
import { ClippedText, NamedSlug } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount, formatNumber } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { CATALOG_LISTINGS_PATH, CATALOG_PATH, reviewPath } from "../../_components/paths";
import { isNarrowed, type ListingsView, listingsHref, listingsInput, PublisherCell } from "./catalog-view";

type Listing = RouterOutputs["adminCatalog"]["listings"]["listings"][number];

/** Page of listings of all tenants, last submitted first; each links to its review. */
export function ListingsTable({ view }: { view: ListingsView }) {
  const [{ listings, nextCursor }] = trpc.adminCatalog.listings.useSuspenseQuery(listingsInput(view));
  const router = useRouter();
  const activeKey = useRowCursor(
    listings.map(({ id }) => id),
    (id) => router.push(reviewPath(id)),
  );
  return (
    <DataTable
      caption="Listings, newest first"
      columns={columns}
      rows={listings}
      rowKey={({ id }) => id}
      rowHref={({ id }) => reviewPath(id)}
      {...(activeKey && { activeKey })}
      empty={isNarrowed(view, view.status) || view.cursor ? <NoMatch /> : <NoListings />}
      footer={
        <Pager
          count={formatCount(listings.length, "listing")}
          newerHref={view.cursor && listingsHref({ ...view, cursor: undefined })}
          olderHref={nextCursor ? listingsHref({ ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

const columns: Column<Listing>[] = [
  {
    key: "listing",
    header: "Listing",
    isWide: true,
    fullText: ({ name, slug }) => `${name} ${slug}`,
    cell: ({ name, slug }) => <NamedSlug name={name} slug={slug} />,
  },
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
