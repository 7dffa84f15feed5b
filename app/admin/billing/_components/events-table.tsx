"use client";

import { IconReceipt } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type RouterOutputs, trpc } from "../../../_trpc/client";
import { ButtonLink } from "../../../_ui/actions/button";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent, ClippedText } from "../../../_ui/data/values";
import { EmptyState } from "../../../_ui/feedback/empty-state";
import { formatCount } from "../../../_ui/format";
import { useRowCursor } from "../../../_ui/keyboard/use-row-cursor";
import { Pager } from "../../../_ui/list/pager";
import { Breakable } from "../../../_ui/page/breakable";
import { type EventsView, eventsHref, eventsInput } from "../../_components/list-views";
import { BILLING_PATH, billingEventPath } from "../../_components/paths";
import { EventStateBadge, PROVIDER_LABELS } from "../../_components/state-badges";
import classes from "./event.module.css";

type ListedEvent = RouterOutputs["adminBilling"]["events"]["events"][number];

/** Page of billing events, last received first. */
export function EventsTable({ view }: { view: EventsView }) {
  const [{ events, nextCursor }] = trpc.adminBilling.events.useSuspenseQuery(eventsInput(view));
  const router = useRouter();
  const activeKey = useRowCursor(
    events.map(({ id }) => id),
    (id) => router.push(billingEventPath(id)),
  );
  const isNarrowed = view.state.length + view.provider.length > 0 || view.cursor !== undefined;
  return (
    <DataTable
      caption="Billing events, newest first"
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      rowHref={({ id }) => billingEventPath(id)}
      {...(activeKey && { activeKey })}
      empty={isNarrowed ? <NoMatch /> : <NoEvents />}
      footer={
        <Pager
          count={formatCount(events.length, "event")}
          newerHref={view.cursor && eventsHref({ ...view, cursor: undefined })}
          olderHref={nextCursor ? eventsHref({ ...view, cursor: nextCursor }) : undefined}
        />
      }
    />
  );
}

const columns: Column<ListedEvent>[] = [
  {
    key: "type",
    header: "Event",
    cell: ({ type }) => (
      <code className={classes.type}>
        <Breakable text={type} />
      </code>
    ),
  },
  {
    key: "state",
    header: "Status",
    cell: ({ state }) => (
      <span className={classes.state}>
        <EventStateBadge state={state} />
      </span>
    ),
  },
  { key: "provider", header: "Provider", isMinor: true, cell: ({ provider }) => PROVIDER_LABELS[provider] },
  {
    key: "tenant",
    header: "Workspace",
    cell: ({ tenant }) => (tenant ? <ClippedText text={tenant.name} /> : <Absent why="none" />),
  },
  {
    key: "reason",
    header: "Reason",
    isWide: true,
    cell: ({ error }) =>
      error ? (
        <span className={classes.reason} title={error}>
          {error}
        </span>
      ) : (
        <Absent />
      ),
  },
  { key: "attempts", header: "Attempts", align: "end", isMinor: true, cell: ({ attempts }) => attempts },
  {
    key: "received",
    header: "Received",
    align: "end",
    cell: ({ receivedAt }) => (
      <span className={classes.when}>
        <RelativeTime value={receivedAt} />
      </span>
    ),
  },
];

function NoMatch() {
  return (
    <EmptyState
      title="No matching events"
      action={<ButtonLink href={BILLING_PATH}>Clear filters</ButtonLink>}
    />
  );
}

function NoEvents() {
  return (
    <EmptyState
      icon={<IconReceipt size={20} stroke={1.6} />}
      title="No events yet"
      description="Point your Stripe webhook to /api/billing/webhook and your PayPal webhook to /api/billing/webhook/paypal."
      action={<ButtonLink href="/docs/api">Webhook docs</ButtonLink>}
    />
  );
}
