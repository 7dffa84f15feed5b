"use client";

import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { formatWait } from "@/app/_components/labels/typical-wait.ts";
import { QUEUE_PATH, reviewPath } from "@/app/_paths/admin.ts";
import { MARKET_PATH } from "@/app/_paths/marketplace.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { isRowInView, useRowCursor } from "@/app/_ui/data/cursor-table.tsx";
import { DataTable, type RowSelection } from "@/app/_ui/data/data-table.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { Pager } from "@/app/_ui/list/pager.tsx";
import { type QueueView, queueHref, queueInput } from "@/app/admin/_components/list-views.ts";
import { MAX_BULK_DECISIONS } from "@/server/domains/moderation/policy.ts";
import { isolate } from "@/shared/text/isolate.ts";
import { BulkBar } from "./bulk-bar";
import { type QueuedListing, queueColumns } from "./queue-columns";
import classes from "./queue-empty.module.css";

const REFETCH_INTERVAL_MS = 15_000;

/** The server counts no further than this. */
const MAX_COUNTED = 1_000;

export function QueueTable({ view }: { view: QueueView }) {
  const [{ listings, nextCursor, pending, typicalWait }] = trpc.adminModeration.queue.useSuspenseQuery(
    queueInput(view),
    {
      refetchInterval: REFETCH_INTERVAL_MS,
    },
  );
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
            summary={`${pending > MAX_COUNTED ? `More than ${formatCount(MAX_COUNTED, "listing")}` : formatCount(pending, "listing")} pending${typicalWait ? ` · usual wait ${formatWait(typicalWait.p50)}` : ""}`}
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
        aria-label={`Select ${isolate(listing.name)} ${listing.version}`}
        checked={chosen.has(listing.id)}
        onChange={() => toggle(listing)}
      />
    ),
    isSelected: ({ id }) => chosen.has(id),
  };
}

/** Empty state of the queue. */
function QueueIsEmpty() {
  return (
    <div className={classes.state}>
      <Harbour />
      <EmptyState
        title="The queue is empty"
        description="New submissions appear here, oldest first."
        action={<ButtonLink href={MARKET_PATH}>View catalog</ButtonLink>}
      />
    </div>
  );
}

function NoMatchInQueue() {
  return (
    <EmptyState
      title="No matching submissions"
      action={<ButtonLink href={QUEUE_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function Harbour() {
  return (
    <svg className={classes.harbour} viewBox="0 0 320 96" aria-hidden="true">
      <circle className={classes.sun} cx="226" cy="46" r="13" />
      <path className={classes.dock} d="M0 34h28v14h12v14h12v20h76V62" />
      <path className={classes.blocks} d="M64 82v-6M80 82v-6M96 82v-6M112 82v-6" />
      <path className={classes.water} d="M128 68h192M148 76h40M206 78h26M252 75h52M170 85h20M236 86h34" />
      <g className={classes.ship}>
        <path className={classes.hull} d="M180 59h36l-6 9h-24z" />
        <path className={classes.sail} d="M199 22v34h-16zM202 30l10 26h-10z" />
      </g>
    </svg>
  );
}
