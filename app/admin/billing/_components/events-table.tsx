"use client";

import { IconReceipt } from "@tabler/icons-react";
import { BILLING_PATH, billingEventPath } from "@/app/_paths/admin.ts";
import { DOCS } from "@/app/_paths/docs.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { CursorTable } from "@/app/_ui/data/cursor-table.tsx";
import type { Column } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime } from "@/app/_ui/data/time.tsx";
import { Absent, ClippedText } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount } from "@/app/_ui/format.ts";
import { Pager, pagesOf } from "@/app/_ui/list/pager.tsx";
import { Breakable } from "@/app/_ui/page/page-header.tsx";
import { type EventsView, eventsHref, eventsInput } from "@/app/admin/_components/list-views.ts";
import { EventStateBadge } from "@/app/admin/_components/state-badges.tsx";
import { PROVIDER_LABELS } from "@/shared/labels.ts";
import classes from "./event.module.css";

type ListedEvent = RouterOutputs["adminBilling"]["events"]["events"][number];

/** Page of billing events, last received first. */
export function EventsTable({ view }: { view: EventsView }) {
  const [{ events, nextCursor }] = trpc.adminBilling.events.useSuspenseQuery(eventsInput(view));
  const isNarrowed = view.state.length + view.provider.length > 0 || view.cursor !== undefined;
  return (
    <CursorTable
      caption="Billing events, newest first"
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      rowHref={({ id }) => billingEventPath(id)}
      empty={isNarrowed ? <NoMatch /> : <NoEvents />}
      footer={
        <Pager count={formatCount(events.length, "event")} {...pagesOf(view, nextCursor, eventsHref)} />
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
      action={<ButtonLink href={DOCS.reference.path}>Webhook docs</ButtonLink>}
    />
  );
}
