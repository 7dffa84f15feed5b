"use client";

import { DELIVERY_STATES } from "@/shared/vocabulary.ts";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount, formatDuration } from "../../../_ui/format";
import { FilterBar, FilterLinks } from "../../../_ui/list/filter-links";
import { toggleValue } from "../../../_ui/list/list-url";
import { Pager } from "../../../_ui/list/pager";
import { type DeliveriesView, deliveriesHref, deliveriesInput } from "../../_components/list-views";
import { deliveryPath } from "../../_components/paths";
import { DeliveryStateBadge, deliveryStateLabel } from "../../_components/state-badges";
import { NextAttempt } from "./next-attempt";
import classes from "./notifications.module.css";

type Delivery = RouterOutputs["adminNotifications"]["deliveries"]["deliveries"][number];

/** Page of a channel's deliveries, newest first, with polling. */
export function DeliveriesTable({ view }: { view: DeliveriesView }) {
  const [{ deliveries, nextCursor }] = trpc.adminNotifications.deliveries.useSuspenseQuery(
    deliveriesInput(view),
    { refetchInterval: 3_000 },
  );
  const all: DeliveriesView = { channelId: view.channelId, state: [] };
  return (
    <>
      <FilterBar clearHref={view.state.length > 0 ? deliveriesHref(all) : undefined}>
        <FilterLinks
          label="Status"
          filters={DELIVERY_STATES.map((state) => ({
            key: state,
            label: deliveryStateLabel(state),
            href: deliveriesHref({ ...all, state: toggleValue(view.state, state) }),
            isOn: view.state.includes(state),
          }))}
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
            newerHref={view.cursor && deliveriesHref({ ...view, cursor: undefined })}
            olderHref={nextCursor ? deliveriesHref({ ...view, cursor: nextCursor }) : undefined}
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
  {
    key: "when",
    header: "Created",
    align: "end",
    cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
  },
];

const ERROR_LABELS: Record<string, string> = {
  BLOCKED: "Blocked address",
  UNKNOWN_HOST: "DNS failure",
  REFUSED: "Connection failed",
  TIMEOUT: "Timed out",
  TLS: "TLS error",
  BROKEN_OFF: "Connection closed",
  NOT_HTTP: "Invalid response",
};

/** Status of a response, or the reason for its absence. */
export function describeResponse({ status, error }: { status: number | null; error: string | null }): string {
  const reason = error?.split(":")[0] ?? "";
  return error ? (ERROR_LABELS[reason] ?? "Failed") : String(status);
}
