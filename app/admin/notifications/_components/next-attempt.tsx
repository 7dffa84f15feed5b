import { useCallback } from "react";
import { useClockText } from "@/app/_ui/data/clock.tsx";
import { UpcomingTime } from "@/app/_ui/data/time.tsx";

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
