"use client";

import { IconPackage } from "@tabler/icons-react";
import { toCurl } from "@/app/_components/api-calls/curl.ts";
import { decidedColumn, stateColumn, submittedColumn } from "@/app/_components/labels/listing-columns.tsx";
import { describeListingType } from "@/app/_components/labels/listing-type.tsx";
import { listingPath, listingsPath, settingsPath } from "@/app/_paths/builder.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { useOrigin } from "@/app/_ui/data/clock.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, namedSlugColumn } from "@/app/_ui/data/data-table.tsx";
import { ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { listHref } from "@/app/_ui/list/list-url.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { publishRequest } from "@/app/builder/[tenant]/_components/entities/api-requests.ts";
import type { ListingStatus } from "@/shared/vocabulary.ts";

type ListedListing = RouterOutputs["listings"]["list"]["listings"][number];

type ListingsTableProps = {
  tenant: { id: string; slug: string };
  query: { status: ListingStatus[]; cursor: string | undefined };
  canPublish: boolean;
};

export function ListingsTable({ tenant, query, canPublish }: ListingsTableProps) {
  const { slug } = tenant;
  const { status, cursor } = query;
  const path = listingsPath(slug);
  const [{ listings, nextCursor }] = trpc.listings.list.useSuspenseQuery({
    tenant: slug,
    status,
    ...(cursor && { cursor }),
  });
  const isFiltered = status.length > 0 || cursor !== undefined;
  return (
    <CursorTable
      caption="Listings, newest first"
      columns={columns}
      rows={listings}
      rowKey={(listing) => listing.id}
      rowHref={(listing) => listingPath(slug, listing.id)}
      empty={isFiltered ? <NoMatch path={path} /> : <NoListings tenant={tenant} canPublish={canPublish} />}
      footer={
        <Pager
          count={formatCount(listings.length, "listing")}
          newerHref={cursor && listHref(path, { status })}
          olderHref={nextCursor ? listHref(path, { status, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

function NoMatch({ path }: { path: string }) {
  return (
    <EmptyState title="No matching listings" action={<ButtonLink href={path}>Clear filters</ButtonLink>} />
  );
}

const columns: Column<ListedListing>[] = [
  namedSlugColumn("name", "Listing"),
  { key: "version", header: "Version", cell: ({ version }) => <ClippedText text={version} /> },
  { key: "type", header: "Type", cell: ({ type }) => describeListingType(type) },
  stateColumn,
  submittedColumn,
  decidedColumn,
];

type NoListingsProps = { tenant: { id: string; slug: string }; canPublish: boolean };

function NoListings({ tenant, canPublish }: NoListingsProps) {
  const origin = useOrigin();
  const icon = <IconPackage size={20} stroke={1.6} />;
  if (!canPublish) {
    return (
      <EmptyState
        icon={icon}
        title="No listings yet"
        description="Versions submitted by developers and owners appear here with their review status."
      />
    );
  }
  return (
    <EmptyState
      icon={icon}
      title="No listings yet"
      description="Publish a version of a plugin or theme. It appears here with its review status."
      action={<ButtonLink href={settingsPath(tenant.slug, "tokens")}>Create token</ButtonLink>}
      command={toCurl(publishRequest(tenant.id), origin)}
    />
  );
}
