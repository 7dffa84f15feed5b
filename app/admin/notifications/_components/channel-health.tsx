"use client";

import { Button } from "@mantine/core";
import { trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import { RelativeTime, UpcomingTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { formatCount, formatDuration, formatNumber, formatPercent } from "@/app/_ui/format.ts";
import { Section, Stat, StatGrid } from "@/app/_ui/page/section.tsx";
import { ChannelStateBadge } from "@/app/admin/_components/state-badges.tsx";
import type { ResolveParked } from "@/server/domains/notifications/callbacks/input.ts";
import type { Channel } from "./channels-table";
import classes from "./notifications.module.css";

/** Health of a channel, with warnings and parked events. */
export function ChannelHealth({ channelId }: { channelId: string }) {
  const [channel] = trpc.adminCallbacks.get.useSuspenseQuery({ channelId }, { refetchInterval: 5_000 });
  const { backlog, lastDay, lastDeliveredAt } = channel;
  const tries = lastDay.delivered + lastDay.failedAttempts;
  return (
    <>
      <Warning channel={channel} />
      {backlog.parked > 0 && <Parked channel={channel} />}
      <div className={classes.stats}>
        <StatGrid>
          <Stat label="Status" value={<ChannelStateBadge state={channel.state} />} />
          <Stat
            label="Success, 24h"
            value={tries > 0 ? formatPercent(lastDay.delivered / tries) : "–"}
            detail={tries > 0 ? `of ${formatCount(tries, "attempt")}` : "no attempts"}
          />
          <Stat
            label="Response p50"
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
            label="Pending"
            value={formatNumber(backlog.pending)}
            detail={`${formatNumber(backlog.dead)} failed`}
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
        { label: "URL", value: <code className={classes.wrap}>{channel.url}</code> },
        {
          label: "Events",
          value: channel.eventTypes ? (
            <span className={classes.types}>
              {channel.eventTypes.map((type) => (
                <code key={type}>{type}</code>
              ))}
            </span>
          ) : (
            "All types"
          ),
        },
        { label: "Workspace", value: channel.tenant?.name ?? "All workspaces" },
        {
          label: "Signature",
          value: channel.signing === "HMAC" ? "Shared secret (HMAC-SHA256)" : "Key pair (Ed25519)",
        },
        ...(channel.previousSecretUntil
          ? [
              {
                label: "Previous secret",
                value: (
                  <>
                    valid until <RelativeTime value={channel.previousSecretUntil} />
                  </>
                ),
              },
            ]
          : []),
        { label: "Created", value: <RelativeTime value={channel.createdAt} /> },
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
      <Callout tone="bad" role="status">
        <p>
          <strong>Disabled:</strong> {disabledReason ?? "too many failures."} Events are on hold until you
          resume it.
        </p>
      </Callout>
    );
  }
  if (state !== "FAILING" || !failingSince || !disableAt) return null;
  return (
    <Callout tone="bad" role="status">
      <p>
        No successful delivery since <RelativeTime value={failingSince} />. If deliveries keep failing, the
        endpoint is disabled <UpcomingTime value={disableAt} />.
        {holdUntil && (
          <>
            {" "}
            Next attempt <UpcomingTime value={holdUntil} />.
          </>
        )}
      </p>
    </Callout>
  );
}

type ParkedAction = ResolveParked["action"];

function Parked({ channel }: { channel: Channel }) {
  const utils = trpc.useUtils();
  const settle = trpc.adminCallbacks.resolveParked.useMutation();
  const isClosed = channel.state === "PAUSED" || channel.state === "DISABLED";
  async function decide(fate: ParkedAction) {
    await notifyOutcome(
      settle.mutateAsync({ channelId: channel.id, action: fate }),
      ({ sent, dropped }) => `${formatNumber(sent)} queued, ${formatNumber(dropped)} discarded`,
    );
    await utils.adminCallbacks.invalidate();
  }
  return (
    <Callout
      role="status"
      actions={
        <>
          {!isClosed && (
            <>
              <Button
                size="xs"
                variant="default"
                loading={settle.isPending}
                onClick={() => decide("SEND_ALL")}
              >
                Send all
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={settle.isPending}
                onClick={() => decide("SEND_NEWEST")}
              >
                Send latest per object
              </Button>
            </>
          )}
          <Button size="xs" variant="default" loading={settle.isPending} onClick={() => decide("DROP")}>
            Discard all
          </Button>
        </>
      }
    >
      <p>
        {formatCount(channel.backlog.parked, "event is", "events are")} on hold.{" "}
        {isClosed ? "Resume the endpoint to send them, or discard them." : "Send or discard them."}
      </p>
    </Callout>
  );
}
