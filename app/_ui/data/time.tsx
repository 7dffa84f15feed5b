"use client";

import { useCallback, useEffect, useState } from "react";
import {
  formatAge,
  formatDuration,
  formatExact,
  formatMinute,
  formatRelative,
  formatUpcoming,
  type TimeValue,
} from "../format";
import { useClockText, useIsHydrated } from "./clock";

/** Relative time that stays current, such as "3 minutes ago"; the exact time, in the reader's zone, on hover. */
export function RelativeTime({ value }: { value: TimeValue }) {
  const { relative, exact } = useTimeTexts(value);
  return (
    <time dateTime={new Date(value).toISOString()} title={exact}>
      {relative}
    </time>
  );
}

/** Relative time of what is still to come, such as "within a minute"; the exact time on hover. */
export function UpcomingTime({ value }: { value: TimeValue }) {
  const { relative, exact } = useTimeTexts(value, formatUpcoming);
  return (
    <time dateTime={new Date(value).toISOString()} title={exact}>
      {relative}
    </time>
  );
}

/** Exact time for timelines and detail pages; the relative time on hover. */
export function ExactTime({ value }: { value: TimeValue }) {
  const { relative, exact } = useTimeTexts(value);
  return (
    <time dateTime={new Date(value).toISOString()} title={relative}>
      {exact}
    </time>
  );
}

/** Day and time to the minute, for sentences; the exact time on hover. */
export function MinuteTime({ value }: { value: TimeValue }) {
  const zone = useIsHydrated() ? undefined : "UTC";
  return (
    <time dateTime={new Date(value).toISOString()} title={formatExact(value, zone)}>
      {formatMinute(value, zone)}
    </time>
  );
}

/** Deadline: "in 3 hours", or "5d overdue" with the class for overdue ones; the exact time on hover. */
export function DueTime({ value, overdueClass }: { value: string; overdueClass: string | undefined }) {
  const toOverdue = useCallback(
    (now: number) => (Date.parse(value) < now ? `${formatAge(now - Date.parse(value))} overdue` : ""),
    [value],
  );
  const overdue = useClockText(toOverdue);
  const { relative, exact } = useTimeTexts(value);
  return (
    <time
      dateTime={new Date(value).toISOString()}
      title={exact}
      className={overdue ? overdueClass : undefined}
    >
      {overdue || relative}
    </time>
  );
}

/** Compact age that stays current, such as "6d"; the exact time on hover. */
export function Age({ since }: { since: TimeValue }) {
  const toAge = useCallback((now: number) => formatAge(now - new Date(since).getTime()), [since]);
  return (
    <time dateTime={new Date(since).toISOString()} title={useTimeTexts(since).exact}>
      {useClockText(toAge)}
    </time>
  );
}

/** Duration of something that has not ended: counts seconds once the page is hydrated. */
export function ElapsedTime({ since }: { since: TimeValue }) {
  const start = new Date(since).getTime();
  const served = useClockText((now) => formatDuration(now - start));
  const [counted, setCounted] = useState<string>();

  useEffect(() => {
    const count = () => setCounted(formatDuration(Date.now() - start));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [start]);

  return <span className="tabular">{counted ?? served}</span>;
}

function useTimeTexts(value: TimeValue, format = formatRelative): { relative: string; exact: string } {
  const zone = useIsHydrated() ? undefined : "UTC";
  const toText = useCallback((now: number) => format(value, now, zone), [value, zone, format]);
  return { relative: useClockText(toText), exact: formatExact(value, zone) };
}
