import type { ReactNode } from "react";
import { formatDuration, formatPercent } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import classes from "./metrics.module.css";

type FinishedCounts = { completed: number; failed: number };

const NO_VALUE = "–";

/** A metric that links to the list it counts. */
export function MetricLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.link}>
      {children}
    </Link>
  );
}

export const Quantity = ({ children }: { children: ReactNode }) => (
  <span className={classes.quantity}>{children}</span>
);

export function SuccessRateBar(counts: FinishedCounts) {
  const rate = successRate(counts);
  if (rate === null) return NO_VALUE;
  return (
    <span className={classes.rate}>
      <span className={classes.bar} aria-hidden="true">
        <span
          className={classes.completed}
          style={{ display: "block", width: `${rate * 100}%`, borderRightWidth: rate === 1 ? 0 : 1 }}
        />
      </span>
      {formatPercent(rate)}
    </span>
  );
}

export function formatSuccessRate(counts: FinishedCounts): string {
  const rate = successRate(counts);
  return rate === null ? NO_VALUE : formatPercent(rate);
}

export const formatSeconds = (seconds: number | null): string =>
  seconds === null ? NO_VALUE : seconds === 0 ? "<1s" : formatDuration(seconds * 1000);

/** From 0 to 1; null before the first build has finished. */
const successRate = ({ completed, failed }: FinishedCounts): number | null =>
  completed + failed === 0 ? null : completed / (completed + failed);
