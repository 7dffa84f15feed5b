"use client";

import { useCallback } from "react";
import { useClockText } from "../../../_ui/data/clock";
import { Dot } from "../../../_ui/data/status-badge";
import { RelativeTime } from "../../../_ui/data/time";
import classes from "./tokens.module.css";

type TokenExpiryProps = { token: { createdAt: string; expiresAt: string } };

const WEEK_MS = 7 * 86_400_000;
/** A token of an hour is not about to expire from the start. */
const LAST_PART = 0.2;

export function TokenExpiry({ token: { createdAt, expiresAt } }: TokenExpiryProps) {
  const end = Date.parse(expiresAt);
  const warnMs = Math.min(WEEK_MS, (end - Date.parse(createdAt)) * LAST_PART);
  const toState = useCallback(
    (now: number) => (now >= end ? "Expired" : end - now < warnMs ? "Expires soon" : ""),
    [end, warnMs],
  );
  const state = useClockText(toState);
  return (
    <span className={classes.expiry}>
      {state && <Dot tone={state === "Expired" ? "idle" : "warn"}>{state}</Dot>}
      <RelativeTime value={expiresAt} />
    </span>
  );
}
