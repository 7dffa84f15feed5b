"use client";

import { IconWebhook } from "@tabler/icons-react";
import { channelPath, NOTIFICATIONS_PATH } from "@/app/_paths/admin.ts";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { type Column, DataTable, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatCount, formatNumber, formatPercent } from "@/app/_ui/format.ts";
import { ChannelStateBadge } from "@/app/admin/_components/state-badges.tsx";
import { NewChannelButton } from "./new-channel";
import classes from "./notifications.module.css";

export type Channel = RouterOutputs["adminCallbacks"]["list"][number];

/** Channels, those that need attention first; or only the failing and disabled ones, which the overview counts. */
export function ChannelsTable({ isFailingOnly }: { isFailingOnly: boolean }) {
  const [all] = trpc.adminCallbacks.list.useSuspenseQuery(undefined, { refetchInterval: 10_000 });
  const channels = isFailingOnly ? all.filter(needsAttention) : all;
  return (
    <DataTable
      caption="Endpoints, failing first"
      columns={columns}
      rows={channels}
      rowKey={(channel) => channel.id}
      rowHref={(channel) => channelPath(channel.id)}
      empty={
        isFailingOnly ? (
          <EmptyState
            title="No failing endpoints"
            action={<ButtonLink href={NOTIFICATIONS_PATH}>All endpoints</ButtonLink>}
          />
        ) : (
          <EmptyState
            icon={<IconWebhook size={20} stroke={1.6} />}
            title="No endpoints yet"
            description="Endpoints receive signed requests for events."
            action={<NewChannelButton />}
          />
        )
      }
      footer={formatCount(channels.length, "endpoint")}
    />
  );
}

/** As the overview counts them; a paused endpoint may have failed before. */
const needsAttention = ({ state, failingSince }: Channel): boolean =>
  state === "DISABLED" || failingSince !== null;

const columns: Column<Channel>[] = [
  {
    key: "name",
    header: "Endpoint",
    isWide: true,
    fullText: ({ name }) => name,
    cell: ({ name, url }) => (
      <span className={classes.channel}>
        <span className={classes.name}>{name}</span>
        <span className={classes.url} title={url}>
          {url}
        </span>
      </span>
    ),
  },
  { key: "state", header: "Status", cell: ({ state }) => <ChannelStateBadge state={state} /> },
  { key: "events", header: "Events", isMinor: true, cell: (channel) => describeEvents(channel) },
  { key: "tenant", header: "Workspace", cell: ({ tenant }) => tenant?.name ?? "All" },
  {
    key: "owed",
    header: "Pending",
    align: "end",
    cell: ({ backlog: { pending, parked } }) => (
      <span className={classes.owed}>
        {pending + parked === 0 ? (
          <Absent why="nothing" />
        ) : (
          [pending && `${formatNumber(pending)} pending`, parked && `${formatNumber(parked)} on hold`]
            .filter(Boolean)
            .join(", ")
        )}
      </span>
    ),
  },
  {
    key: "day",
    header: "Success, 24h",
    align: "end",
    cell: ({ lastDay: { delivered, failedAttempts } }) =>
      delivered + failedAttempts === 0 ? (
        <Absent why="no attempts" />
      ) : (
        formatPercent(delivered / (delivered + failedAttempts))
      ),
  },
  timeColumn("last", "Last delivery", ({ lastDeliveredAt }) => lastDeliveredAt, <Absent why="never" />),
];

export function describeEvents({ eventTypes }: Pick<Channel, "eventTypes">): string {
  if (eventTypes === null) return "All";
  return eventTypes.length === 1 ? (eventTypes[0] ?? "") : `${eventTypes.length} types`;
}
