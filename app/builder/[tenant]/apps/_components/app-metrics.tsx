"use client";

import { buildsHref } from "../../../../_components/builds/build-list-params";
import { trpc } from "../../../../_trpc/client";
import { formatCount, formatNumber } from "../../../../_ui/format";
import { Stat, StatGrid } from "../../../../_ui/page/section";
import { toDuration, toPercent } from "../../../_components/format-metrics";
import { Figure } from "../../../_components/metrics";
import classes from "./app-metrics.module.css";

/** How the builds of an app fared in the last 30 days; each figure leads to the builds below that it counts. */
export function AppFigures({ tenant, appId, path }: { tenant: string; appId: string; path: string }) {
  const [figures] = trpc.builds.summaryOfApp.useSuspenseQuery({ tenant, appId });
  const { since, completed, failed } = figures;
  if (completed + failed === 0) return null;
  const ended = buildsHref(path, { status: ["COMPLETED", "FAILED"], since });
  return (
    <section className={classes.figures} aria-label="The last 30 days">
      <StatGrid>
        <Stat
          label="Success rate, 30 days"
          value={<Figure href={ended}>{toPercent(figures)}</Figure>}
          detail={
            <Figure href={buildsHref(path, { status: ["FAILED"], since })}>
              {formatNumber(failed)} of {formatCount(completed + failed, "build")} failed
            </Figure>
          }
        />
        <Stat
          label="Median duration"
          value={
            <Figure href={buildsHref(path, { status: ["COMPLETED"], since })}>
              {toDuration(figures.runMedian)}
            </Figure>
          }
          detail={<>9 in 10 within {toDuration(figures.runP90)}</>}
        />
        <Stat
          label="Median wait"
          value={<Figure href={ended}>{toDuration(figures.queueMedian)}</Figure>}
          detail={<>9 in 10 within {toDuration(figures.queueP90)}</>}
        />
      </StatGrid>
    </section>
  );
}
