"use client";

import { useRouter } from "next/navigation";
import { describeDay } from "@/app/_components/labels/labels.ts";
import { buildListHref } from "@/app/_paths/build-list-query.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import { Section } from "@/app/_ui/page/section.tsx";
import classes from "./overview.module.css";

export type Day = RouterOutputs["builds"]["summary"]["days"][number];

const DayChart = onDemand(() => import("./day-chart.tsx").then((module) => module.DayChart));

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
