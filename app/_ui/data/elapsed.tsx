"use client";

import { useEffect, useState } from "react";
import { formatDuration, type TimeValue } from "../format";
import { useClockText } from "./clock";

/** The running time of something that has not ended: counts seconds once the page lives. */
export function Elapsed({ since }: { since: TimeValue }) {
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
