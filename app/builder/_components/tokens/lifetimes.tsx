"use client";

import { parseLifetimeSeconds } from "@/server/identity/policy.ts";
import { ExactTime } from "../../../_ui/data/time";
import classes from "./tokens.module.css";

export const CUSTOM = "custom";

export const LIFETIMES = [
  { value: "1h", label: "1 hour" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "365 days" },
  { value: CUSTOM, label: "Another time…" },
];

/** The day on which a token of this lifetime stops working, were it made now. */
export function LifetimeHint({ lifetime }: { lifetime: string }) {
  const seconds = parseLifetimeSeconds(lifetime.trim());
  return (
    <p className={classes.hint}>
      {seconds !== null ? (
        <>
          Stops working on <ExactTime value={Date.now() + seconds * 1000} />.
        </>
      ) : (
        "Give a lifetime to see when it stops working."
      )}
    </p>
  );
}
