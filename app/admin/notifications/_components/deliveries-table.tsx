"use client";

import { deliveryPath } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatDuration } from "@/app/_ui/format.ts";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { toggleFilters } from "@/app/_ui/list/list-url.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import { type DeliveriesView, deliveriesHref, deliveriesInput } from "@/app/admin/_components/list-views.ts";
import { DeliveryStateBadge, deliveryStateLabel } from "@/app/admin/_components/state-badges.tsx";
import { DELIVERY_STATES } from "@/shared/vocabulary.ts";
import { describeResponse, NextAttempt } from "./delivery-attempts.tsx";
import classes from "./notifications.module.css";

type Delivery = RouterOutputs["adminCallbacks"]["deliveries"]["deliveries"][number];

/** Page of a channel's deliveries, newest first, with polling. */
export function DeliveriesTable({ view }: { view: DeliveriesView }) {
  const [{ deliveries, nextCursor }] = trpc.adminCallbacks.deliveries.useSuspenseQuery(
    deliveriesInput(view),
    { refetchInterval: 3_000 },
  );
  const all: DeliveriesView = { channelId: view.channelId, state: [] };
  return (
    <>
      <FilterBar clearHref={view.state.length > 0 ? deliveriesHref(all) : undefined}>
        <FilterLinks
          label="Status"
          filters={toggleFilters(DELIVERY_STATES, view.state, deliveryStateLabel, (state) =>
            deliveriesHref({ ...all, state }),
          )}
        />
      </FilterBar>
      <DataTable
        caption="Deliveries, newest first"
        columns={columns}
        rows={deliveries}
        rowKey={(delivery) => delivery.id}
        rowHref={(delivery) => deliveryPath(delivery.id)}
        empty={
          view.state.length > 0 || view.cursor ? (
            <EmptyState title="No matching deliveries" />
          ) : (
            <EmptyState title="No deliveries yet" description="Send a test to check the receiver." />
          )
        }
        footer={
          <Pager
            count={formatCount(deliveries.length, "delivery", "deliveries")}
            {...pagesOf(view, nextCursor, deliveriesHref)}
          />
        }
      />
    </>
  );
}

const columns: Column<Delivery>[] = [
  { key: "type", header: "Event", isWide: true, cell: ({ type }) => type },
  { key: "state", header: "Status", cell: ({ state }) => <DeliveryStateBadge state={state} /> },
  {
    key: "answer",
    header: "Response",
    cell: ({ last }) => <span className={classes.result}>{last ? describeResponse(last) : <Absent />}</span>,
  },
  {
    key: "took",
    header: "Duration",
    align: "end",
    cell: ({ last }) => (last ? formatDuration(last.durationMs) : <Absent />),
  },
  { key: "tries", header: "Attempts", align: "end", cell: ({ attemptCount }) => attemptCount },
  {
    key: "next",
    header: "Next attempt",
    align: "end",
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <NextAttempt at={nextAttemptAt} /> : <Absent />),
  },
  timeColumn("when", "Created", ({ createdAt }) => createdAt),
];
