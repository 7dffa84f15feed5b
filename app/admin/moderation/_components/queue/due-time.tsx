"use client";

import { useCallback } from "react";
import { useClockText } from "../../../../_ui/data/clock";
import { RelativeTime } from "../../../../_ui/data/time";
import classes from "./queue-columns.module.css";

/** When a decision is due; once that is past it stands out, and says so. */
export function DueTime({ value }: { value: string }) {
  const late = useClockText(useCallback((now: number) => (Date.parse(value) < now ? "late, " : ""), [value]));
  return (
    <span className={late ? classes.late : undefined}>
      {late}
      <RelativeTime value={value} />
    </span>
  );
}
