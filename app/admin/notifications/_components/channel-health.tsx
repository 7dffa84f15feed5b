"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ResolveParked } from "@/server/notifications/input.ts";
import { trpc } from "../../../_trpc/client";
import { readProblem } from "../../../_trpc/problem";
import { RelativeTime } from "../../../_ui/data/time";
import { KeyValueList } from "../../../_ui/data/values";
import { formatCount, formatDuration, formatNumber, formatPercent } from "../../../_ui/format";
import { Section, Stat, StatGrid } from "../../../_ui/page/section";
import { ChannelStateBadge } from "../../_components/state-badges";
import type { Channel } from "./channels-table";
import classes from "./notifications.module.css";

/** Health of a channel, with warnings and parked events. */
export function ChannelHealth({ channelId }: { channelId: string }) {
  const [channel] = trpc.adminNotifications.get.useSuspenseQuery({ channelId }, { refetchInterval: 5_000 });
  const { backlog, lastDay, lastDeliveredAt } = channel;
  const tries = lastDay.delivered + lastDay.failedAttempts;
  return (
    <>
      <Warning channel={channel} />
      {backlog.parked > 0 && <Parked channel={channel} />}
      <div className={classes.stats}>
        <StatGrid>
          <Stat label="State" value={<ChannelStateBadge state={channel.state} />} />
          <Stat
            label="Success in 24 h"
            value={tries > 0 ? formatPercent(lastDay.delivered / tries) : "–"}
            detail={tries > 0 ? `of ${formatCount(tries, "try", "tries")}` : "nothing was sent"}
          />
          <Stat
            label="Median answer"
            value={lastDay.medianMs === null ? "–" : formatDuration(lastDay.medianMs)}
            detail={
              lastDeliveredAt ? (
                <>
                  last delivered <RelativeTime value={lastDeliveredAt} />
                </>
              ) : (
                "never delivered"
              )
            }
          />
          <Stat
            label="Waiting"
            value={formatNumber(backlog.pending)}
            detail={`${formatNumber(backlog.dead)} given up`}
          />
        </StatGrid>
      </div>
      <Section title="Settings">
        <Facts channel={channel} />
      </Section>
    </>
  );
}

function Facts({ channel }: { channel: Channel }) {
  return (
    <KeyValueList
      items={[
        { label: "Address", value: <code className={classes.wrap}>{channel.url}</code> },
        {
          label: "Events",
          value: channel.eventTypes ? (
            <span className={classes.types}>
              {channel.eventTypes.map((type) => (
                <code key={type}>{type}</code>
              ))}
            </span>
          ) : (
            "Every type"
          ),
        },
        { label: "Tenant", value: channel.tenant?.name ?? "All tenants" },
        {
          label: "Signature",
          value: channel.signing === "HMAC" ? "Shared secret (HMAC-SHA256)" : "Key pair (Ed25519)",
        },
        ...(channel.previousSecretUntil
          ? [
              {
                label: "Secret before",
                value: (
                  <>
                    signs beside the new one, ends <RelativeTime value={channel.previousSecretUntil} />
                  </>
                ),
              },
            ]
          : []),
        { label: "Made", value: <RelativeTime value={channel.createdAt} /> },
      ]}
    />
  );
}

function Warning({
  channel: { state, failingSince, disableAt, holdUntil, disabledReason },
}: {
  channel: Channel;
}) {
  if (state === "DISABLED") {
    return (
      <div className={classes.banner} data-tone="bad" role="status">
        <p>
          Disabled: {disabledReason ?? "it failed for too long."} Events for it are parked until it is
          resumed.
        </p>
      </div>
    );
  }
  if (state !== "FAILING" || !failingSince || !disableAt) return null;
  return (
    <div className={classes.banner} data-tone="bad" role="status">
      <p>
        Nothing has arrived since <RelativeTime value={failingSince} />. If that goes on it is disabled{" "}
        <RelativeTime value={disableAt} />.
        {holdUntil && (
          <>
            {" "}
            It rests and goes on <RelativeTime value={holdUntil} />.
          </>
        )}
      </p>
    </div>
  );
}

type ParkedAction = ResolveParked["action"];

function Parked({ channel }: { channel: Channel }) {
  const utils = trpc.useUtils();
  const settle = trpc.adminNotifications.resolveParked.useMutation();
  const isClosed = channel.state === "PAUSED" || channel.state === "DISABLED";
  async function decide(fate: ParkedAction) {
    try {
      const { sent, dropped } = await settle.mutateAsync({ channelId: channel.id, action: fate });
      notifications.show({ message: `${formatNumber(sent)} to be sent, ${formatNumber(dropped)} dropped.` });
    } catch (error) {
      notifications.show({ color: "red", message: readProblem(error).message });
    }
    await utils.adminNotifications.invalidate();
  }
  return (
    <div className={classes.banner} role="status">
      <p>
        {formatCount(channel.backlog.parked, "event is", "events are")} parked.{" "}
        {isClosed ? "Resume the channel to send them, or drop them." : "Decide what becomes of them."}
      </p>
      <span className={classes.bannerActions}>
        {!isClosed && (
          <>
            <Button size="xs" variant="default" loading={settle.isPending} onClick={() => decide("SEND_ALL")}>
              Send all
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={settle.isPending}
              onClick={() => decide("SEND_NEWEST")}
            >
              Send the newest of each object
            </Button>
          </>
        )}
        <Button size="xs" variant="default" loading={settle.isPending} onClick={() => decide("DROP")}>
          Drop all
        </Button>
      </span>
    </div>
  );
}
