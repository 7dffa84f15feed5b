"use client";

import { useRouter } from "next/navigation";
import { buildListHref } from "../../../_components/builds/build-list-query";
import { describeDay } from "../../../_components/labels";
import type { RouterOutputs } from "../../../_trpc/client";
import { onDemand } from "../../../_ui/actions/on-demand";
import { type Column, DataTable } from "../../../_ui/data/data-table";
import { formatNumber } from "../../../_ui/format";
import { Section } from "../../../_ui/page/section";
import classes from "./overview.module.css";

export type Day = RouterOutputs["builds"]["summary"]["days"][number];

const DayChart = onDemand(() => import("./day-chart").then((module) => module.DayChart));

/** Bar chart of builds by day, with the same data as a table for screen readers. */
export function BuildsByDay({ path, days }: { path: string; days: Day[] }) {
  const router = useRouter();
  const hrefOf = (day: string) => buildListHref(path, { since: day, until: day });
  const isEmpty = days.every(({ completed, failed }) => completed + failed === 0);
  return (
    <div className={classes.byDay}>
      <Section title="Builds by day" description="By queue date, UTC">
        {isEmpty ? (
          <p className={`${classes.chart} ${classes.nothing}`}>No finished builds in the last 30 days</p>
        ) : (
          <div className={classes.chart} aria-hidden="true">
            <div className={classes.plot}>
              <DayChart days={days} onPick={(day) => router.push(hrefOf(day))} />
            </div>
          </div>
        )}
        {!isEmpty && (
          <details className={classes.asTable}>
            <summary>View as table</summary>
            <DataTable
              caption="Builds by day"
              columns={columns}
              rows={days.toReversed()}
              rowKey={({ day }) => day}
              rowHref={({ day }) => hrefOf(day)}
            />
          </details>
        )}
      </Section>
    </div>
  );
}

const columns: Column<Day>[] = [
  { key: "day", header: "Day", isWide: true, cell: ({ day }) => describeDay(day) },
  { key: "completed", header: "Completed", align: "end", cell: ({ completed }) => formatNumber(completed) },
  { key: "failed", header: "Failed", align: "end", cell: ({ failed }) => formatNumber(failed) },
];
