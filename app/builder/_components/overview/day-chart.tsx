"use client";

import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import { describeDay, describeDayShortly } from "../words";
import type { Day } from "./builds-by-day";

const SERIES = [
  { name: "completed", label: "Completed", color: "var(--dd-ok-dot)" },
  { name: "failed", label: "Failed", color: "var(--dd-bad-dot)" },
];

type DayChartProps = { days: Day[]; onPick: (day: string) => void };

export function DayChart({ days, onPick }: DayChartProps) {
  return (
    <BarChart
      h="100%"
      data={days}
      dataKey="day"
      type="stacked"
      series={SERIES}
      withLegend
      legendProps={{ verticalAlign: "top", height: 36 }}
      gridAxis="x"
      tickLine="none"
      strokeDasharray="0"
      gridColor="var(--dd-line)"
      textColor="var(--dd-text-muted)"
      maxBarWidth={20}
      xAxisProps={{ tickFormatter: describeDayShortly, ticks: weeksBack(days), interval: "preserveEnd" }}
      yAxisProps={{ allowDecimals: false, width: 36 }}
      tooltipProps={{ labelFormatter: (day) => (typeof day === "string" ? describeDay(day) : null) }}
      tooltipAnimationDuration={0}
      barProps={{
        isAnimationActive: false,
        onClick: (bar) => {
          const { day } = bar.payload as Day;
          onPick(day);
        },
      }}
      barChartProps={{ accessibilityLayer: false }}
    />
  );
}

/** The last day and those whole weeks before it. */
const weeksBack = (days: Day[]): string[] =>
  days.filter((_, index) => (days.length - 1 - index) % 7 === 0).map(({ day }) => day);
