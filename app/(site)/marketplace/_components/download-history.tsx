import { Sparkline } from "@/app/_ui/data/sparkline.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import classes from "./download-history.module.css";

/** Downloads in total, and by week of the last quarter. */
export function DownloadHistory({ total, weeks }: { total: number; weeks: number[] }) {
  return (
    <section className={classes.history} aria-label="Download history">
      <p className={classes.total}>
        <span className={classes.figure}>{formatNumber(total)}</span> {total === 1 ? "download" : "downloads"}
      </p>
      <Sparkline values={weeks} label="Downloads" unit="weeks" />
      <p className={classes.recent}>{formatCount(weeks.at(-1) ?? 0, "download")} in the last 7 days</p>
    </section>
  );
}
