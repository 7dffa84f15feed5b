"use client";

import { Button } from "@mantine/core";
import { useCallback } from "react";
import { type RouterOutputs, trpc } from "@/app/_trpc/client.tsx";
import { notifyOutcome } from "@/app/_trpc/notify.ts";
import { CopyableCode, CopyableId } from "@/app/_ui/actions/copyable-code.tsx";
import { useClockText } from "@/app/_ui/data/clock.tsx";
import { RelativeTime, UpcomingTime } from "@/app/_ui/data/time.tsx";
import { KeyValueList } from "@/app/_ui/data/values.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { formatDuration } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import { formatHeaders, formatJson } from "@/app/_ui/text/format-json.ts";
import { DeliveryStateBadge } from "@/app/admin/_components/state-badges.tsx";
import classes from "./notifications.module.css";

type Attempt = RouterOutputs["adminCallbacks"]["delivery"]["attempts"][number];

/** Attempts of a delivery with request and response; polls while the delivery is pending. */
export function DeliveryAttempts({ deliveryId }: { deliveryId: string }) {
  const [delivery] = trpc.adminCallbacks.delivery.useSuspenseQuery(
    { deliveryId },
    { refetchInterval: (query) => (query.state.data?.state === "PENDING" ? 1_000 : 10_000) },
  );
  return (
    <>
      <Section title="Delivery">
        <KeyValueList
          items={[
            { label: "Status", value: <DeliveryStateBadge state={delivery.state} /> },
            {
              label: "Next attempt",
              value: delivery.nextAttemptAt && (
                <NextAttempt at={delivery.nextAttemptAt} channelState={delivery.channel.state} />
              ),
            },
            { label: "Created", value: <RelativeTime value={delivery.createdAt} /> },
            {
              label: "Webhook ID",
              value: <CopyableId id={delivery.eventId} label="webhook ID" shownLength={36} />,
            },
          ]}
        />
      </Section>
      <Section title="Payload">
        <CopyableCode code={formatJson(delivery.requestBody)} label="Body" />
      </Section>
      <Section title="Attempts">
        {delivery.attempts.map((attempt) => (
          <AttemptCard key={attempt.number} attempt={attempt} />
        ))}
        {delivery.attempts.length === 0 && <EmptyState isFramed title="No attempts yet" />}
      </Section>
    </>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, responseStatus, error, durationMs, attemptedAt } = attempt;
  return (
    <article className={classes.attempt}>
      <header className={classes.attemptHead}>
        <h3>
          Attempt {number}: {describeResponse({ status: responseStatus, error })}
        </h3>
        <span className={classes.attemptFacts}>
          {formatDuration(durationMs)}, <RelativeTime value={attemptedAt} />
        </span>
      </header>
      {error && <p className={classes.error}>{error.slice(error.indexOf(":") + 1).trim()}</p>}
      <div className={classes.exchange}>
        <div className={classes.message}>
          <h4>Request</h4>
          <CopyableCode
            code={[`POST ${attempt.requestUrl ?? ""}`, ...formatHeaders(attempt.requestHeaders)].join("\n")}
            label="Request"
          />
        </div>
        {responseStatus !== null && (
          <div className={classes.message}>
            <h4>Response</h4>
            <CopyableCode
              code={[
                `${responseStatus}`,
                ...formatHeaders(attempt.responseHeaders),
                "",
                attempt.responseBody ?? "",
              ].join("\n")}
              label="Response"
            />
          </div>
        )}
      </div>
    </article>
  );
}

/** Redelivery of a delivery; a pending one is sent at once. */
export function Redeliver({ deliveryId }: { deliveryId: string }) {
  const [{ state }] = trpc.adminCallbacks.delivery.useSuspenseQuery({ deliveryId });
  const utils = trpc.useUtils();
  const redeliver = trpc.adminCallbacks.redeliver.useMutation();
  async function send() {
    await notifyOutcome(redeliver.mutateAsync({ deliveryId }), () => "Redelivery queued");
    await utils.adminCallbacks.invalidate();
  }
  return (
    <Button variant="default" onClick={send} loading={redeliver.isPending}>
      {state === "PENDING" ? "Send now" : "Redeliver"}
    </Button>
  );
}

type ChannelState = "ACTIVE" | "FAILING" | "PAUSED" | "DISABLED";

const HELD_BY: Record<ChannelState, string> = {
  ACTIVE: "Due now",
  FAILING: "On hold: the endpoint is failing, one delivery at a time",
  PAUSED: "On hold: the endpoint is paused",
  DISABLED: "On hold: the endpoint is disabled",
};

type NextAttemptProps = {
  at: string;
  /** Without it, a due delivery is only called so. */
  channelState?: ChannelState;
};

/** Time of a delivery's next attempt; once it is due, what the delivery waits for. */
export function NextAttempt({ at, channelState }: NextAttemptProps) {
  const toHold = useCallback(
    (now: number) => (Date.parse(at) <= now ? HELD_BY[channelState ?? "ACTIVE"] : ""),
    [at, channelState],
  );
  return useClockText(toHold) || <UpcomingTime value={at} />;
}

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
