"use client";

import { useCallback } from "react";
import { formatExact, formatRelative, type TimeValue } from "../format";
import { useClockText, useIsHydrated } from "./clock";

/** Relative words that keep themselves current; the exact time, in the reader's zone, on hover. */
export function RelativeTime({ value }: { value: TimeValue }) {
  const zone = useIsHydrated() ? undefined : "UTC";
  const toText = useCallback((now: number) => formatRelative(value, now, zone), [value, zone]);
  return (
    <time dateTime={new Date(value).toISOString()} title={formatExact(value, zone)}>
      {useClockText(toText)}
    </time>
  );
}

/** For timelines and detail pages: the exact time in the text, the relative one on hover. */
export function ExactTime({ value }: { value: TimeValue }) {
  const zone = useIsHydrated() ? undefined : "UTC";
  const toText = useCallback((now: number) => formatRelative(value, now, zone), [value, zone]);
  return (
    <time dateTime={new Date(value).toISOString()} title={useClockText(toText)}>
      {formatExact(value, zone)}
    </time>
  );
}
