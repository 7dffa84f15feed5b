"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { decidedColumn, stateColumn, submittedColumn } from "../../../_ui/data/listing-columns";
import { describeListingType } from "../../../_ui/data/listing-type";
import { ClippedText, NamedSlug } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { listingPath } from "../paths";
import { type ListingsView, listingsHref, listingsInput } from "./listings-view";

export type ListedListing = RouterOutputs["listings"]["list"]["listings"][number];

type ListingsTableProps = { tenant: string; path: string; view: ListingsView; empty: ReactNode };

export function ListingsTable({ tenant, path, view, empty }: ListingsTableProps) {
  const [{ listings, nextCursor }] = trpc.listings.list.useSuspenseQuery(listingsInput(tenant, view));
  const router = useRouter();
  const activeKey = useRowCursor(
    listings.map((listing) => listing.id),
    (id) => router.push(listingPath(tenant, id)),
  );
  const isNarrowed = view.status.length > 0 || view.cursor !== undefined;
  return (
    <DataTable
      caption="Listings, the last submitted first"
      columns={columns}
      rows={listings}
      rowKey={(listing) => listing.id}
      rowHref={(listing) => listingPath(tenant, listing.id)}
      {...(activeKey && { activeKey })}
      empty={isNarrowed ? <NoMatch path={path} /> : empty}
      footer={
        <Pager
          summary={formatCount(listings.length, "listing")}
          newerLabel="Newest"
          newerHref={view.cursor ? listingsHref(path, { status: view.status }) : undefined}
          olderHref={nextCursor ? listingsHref(path, { ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState
      title="No listing matches"
      description="There are listings, but none in the states that are chosen."
      action={<ButtonLink href={path}>Clear the filters</ButtonLink>}
    />
  );
}

const columns: Column<ListedListing>[] = [
  {
    key: "name",
    header: "Listing",
    isWide: true,
    cell: ({ name, slug }) => <NamedSlug name={name} slug={slug} />,
  },
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
  { key: "type", header: "Type", cell: ({ type }) => describeListingType(type) },
  stateColumn,
  submittedColumn,
  decidedColumn,
];
