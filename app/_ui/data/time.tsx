"use client";

import { useCallback, useEffect, useState } from "react";
import { formatDuration, formatExact, formatRelative, type TimeValue } from "../format";
import { useClockText, useIsHydrated } from "./clock";

/** Relative time that stays current, such as "3 min ago"; the exact time, in the reader's zone, on hover. */
export function RelativeTime({ value }: { value: TimeValue }) {
  const { relative, exact } = useTimeTexts(value);
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

/** Deadline as a relative time; once it has passed it says so and gets the class for overdue ones. */
export function DueTime({ value, overdueClass }: { value: string; overdueClass: string | undefined }) {
  const late = useClockText(useCallback((now: number) => (Date.parse(value) < now ? "late, " : ""), [value]));
  return (
    <span className={late ? overdueClass : undefined}>
      {late}
      <RelativeTime value={value} />
    </span>
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

function useTimeTexts(value: TimeValue): { relative: string; exact: string } {
  const zone = useIsHydrated() ? undefined : "UTC";
  const toText = useCallback((now: number) => formatRelative(value, now, zone), [value, zone]);
  return { relative: useClockText(toText), exact: formatExact(value, zone) };
}
