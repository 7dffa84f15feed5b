"use client";

import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { reviewPath } from "@/app/_paths/admin.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { DataTable, type RowSelection } from "@/app/_ui/data/data-table.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { isRowInView, useRowCursor } from "@/app/_ui/keyboard/use-row-cursor.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { type QueueView, queueHref, queueInput } from "@/app/admin/_components/list-views.ts";
import { MAX_BULK_DECISIONS } from "@/server/domains/moderation/policy.ts";
import { BulkBar } from "./bulk-bar";
import { type QueuedListing, queueColumns } from "./queue-columns";
import { NoMatchInQueue, QueueIsEmpty } from "./queue-empty";

const REFETCH_INTERVAL_MS = 15_000;

/** The server counts no further than this. */
const MAX_COUNTED = 1_000;

export function QueueTable({ view }: { view: QueueView }) {
  const [{ listings, nextCursor, pending }] = trpc.adminModeration.queue.useSuspenseQuery(queueInput(view), {
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const [chosen, setChosen] = useState<ReadonlyMap<string, QueuedListing>>(new Map());
  const activeKey = useRowCursor(listings.map((listing) => listing.id));

  function toggle(...changed: QueuedListing[]) {
    const next = new Map(chosen);
    const areAllIn = changed.every(({ id }) => chosen.has(id));
    for (const listing of changed) {
      if (areAllIn) next.delete(listing.id);
      else if (next.size < MAX_BULK_DECISIONS) next.set(listing.id, listing);
    }
    setChosen(next);
  }

  useShortcuts("In this list", [
    {
      keys: "x",
      label: "Select row",
      run: () => toggle(...listings.filter(({ id }) => id === activeKey && isRowInView(id))),
    },
  ]);

  return (
    <>
      <BulkBar
        chosen={[...chosen.values()]}
        onChange={(kept) => setChosen(new Map(kept.map((one) => [one.id, one])))}
      />
      <DataTable
        caption="Pending listings, oldest first"
        isDense
        columns={queueColumns}
        selection={selectionOf(listings, chosen, toggle)}
        rows={listings}
        rowKey={(listing) => listing.id}
        rowHref={(listing) => reviewPath(listing.id)}
        {...(activeKey && { activeKey })}
        empty={pending > 0 ? <NoMatchInQueue /> : <QueueIsEmpty />}
        footer={
          <Pager
            summary={`${pending > MAX_COUNTED ? `More than ${formatCount(MAX_COUNTED, "listing")}` : formatCount(pending, "listing")} pending`}
            newerLabel="Oldest"
            newerHref={view.cursor && queueHref({ ...view, cursor: undefined })}
            olderLabel="Newer"
            olderHref={nextCursor ? queueHref({ ...view, cursor: nextCursor }) : undefined}
          />
        }
      />
    </>
  );
}

function selectionOf(
  listings: QueuedListing[],
  chosen: ReadonlyMap<string, QueuedListing>,
  toggle: (...listings: QueuedListing[]) => void,
): RowSelection<QueuedListing> {
  const count = listings.filter(({ id }) => chosen.has(id)).length;
  return {
    header: (
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={count > 0 && count === listings.length}
        indeterminate={count > 0 && count < listings.length}
        onChange={() => toggle(...listings)}
      />
    ),
    cell: (listing) => (
      <Checkbox
        size="xs"
        aria-label={`Select ${listing.name} ${listing.version}`}
        checked={chosen.has(listing.id)}
        onChange={() => toggle(listing)}
      />
    ),
    isSelected: ({ id }) => chosen.has(id),
  };
}
