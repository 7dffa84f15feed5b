"use client";

import "@mantine/charts/styles.layer.css";
import { BarChart } from "@mantine/charts";
import { describeDay, describeShortDay } from "@/app/_components/labels/labels.ts";
import { formatNumber } from "@/app/_ui/format.ts";
import type { Day } from "./builds-by-day.tsx";

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
      xAxisProps={{ tickFormatter: describeShortDay, ticks: weeklyTicks(days), interval: "preserveEnd" }}
      yAxisProps={{ allowDecimals: false, tickFormatter: formatNumber, width: axisWidth(days) }}
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

/** Width in px for the labels of the y-axis, whose top tick may exceed the highest day. */
function axisWidth(days: Day[]): number {
  const highest = Math.max(0, ...days.map(({ completed, failed }) => completed + failed));
  return 22 + 7 * formatNumber(Math.ceil(highest * 1.25)).length;
}

/** Weekly ticks, counted back from the last day. */
const weeklyTicks = (days: Day[]): string[] =>
  days.filter((_, index) => (days.length - 1 - index) % 7 === 0).map(({ day }) => day);
