import { formatPercent } from "../../_ui/format";
import { shareCompleted } from "./format-metrics";
import classes from "./metrics.module.css";

/** How many of the builds that ended completed, as a bar and as a number. */
export function ShareBar({ completed, failed }: { completed: number; failed: number }) {
  const share = shareCompleted({ completed, failed });
  if (share === null) return "–";
  return (
    <span className={classes.share}>
      <span className={classes.bar} aria-hidden="true">
        <span
          className={classes.completed}
          style={{ display: "block", width: `${share * 100}%`, borderRightWidth: share === 1 ? 0 : 1 }}
        />
      </span>
      {formatPercent(share)}
    </span>
  );
}
