"use client";

import { IconPackages } from "@tabler/icons-react";
import { ListingTypeLabel } from "@/app/_components/labels/listing-type.tsx";
import { CATALOG_PATH } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import { type Column, namedSlugColumn, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent, ClippedText, Dot } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import {
  type ItemsView,
  isNarrowed,
  itemsHref,
  itemsInput,
  listingsHref,
  PublisherCell,
} from "./catalog-view";

type Item = RouterOutputs["adminCatalog"]["items"]["items"][number];

/** Link to the versions of an item. */
const versionsHref = ({ type, slug }: Item): string => listingsHref({ search: slug, type: [type] });

/** Page of items of all tenants, newest first; each links to its versions. */
export function ItemsTable({ view }: { view: ItemsView }) {
  const [{ items, nextCursor }] = trpc.adminCatalog.items.useSuspenseQuery(itemsInput(view));
  return (
    <CursorTable
      caption="Items, newest first"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowHref={versionsHref}
      empty={isNarrowed(view, view.state) || view.cursor ? <NoMatch /> : <NoItems />}
      footer={<Pager count={formatCount(items.length, "item")} {...pagesOf(view, nextCursor, itemsHref)} />}
    />
  );
}

const columns: Column<Item>[] = [
  namedSlugColumn("item", "Item"),
  { key: "type", header: "Type", cell: ({ type }) => <ListingTypeLabel type={type} /> },
  {
    key: "publisher",
    header: "Publisher",
    cell: ({ publisher }) => (
      <PublisherCell publisher={publisher} href={itemsHref({ publisher: publisher.slug })} />
    ),
  },
  { key: "state", header: "Status", cell: (item) => <ItemState item={item} /> },
  {
    key: "version",
    header: "Published",
    cell: ({ published }) => (published ? <ClippedText text={published} /> : <Absent why="nothing" />),
  },
  {
    key: "versions",
    header: "Versions",
    align: "end",
    isMinor: true,
    cell: ({ versions }) => formatNumber(versions),
  },
  timeColumn("submitted", "Last submitted", ({ lastSubmittedAt }) => lastSubmittedAt, <Absent why="never" />),
];

/** A pending version takes precedence over a published one. */
function ItemState({ item: { published, versions, pending, suspended } }: { item: Item }) {
  if (pending > 0) {
    return (
      <Dot tone="info" shape="ring">
        {published ? "Update pending" : "Pending approval"}
      </Dot>
    );
  }
  if (published) return <Dot tone="ok">Published</Dot>;
  if (suspended > 0) return <Dot tone="warn">Suspended</Dot>;
  return <Dot tone="idle">{versions > 0 ? "Not published" : "Never submitted"}</Dot>;
}

function NoMatch() {
  return (
    <EmptyState
      title="No matching items"
      description="Search by name, slug or full ID."
      action={<ButtonLink href={CATALOG_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function NoItems() {
  return (
    <EmptyState
      icon={<IconPackages size={20} stroke={1.6} />}
      title="No items yet"
      description="Registered plugins and themes appear here."
      command="npx cli plugin create my-plugin --type app"
    />
  );
}
