import {
  countInstallations,
  formatFailureRate,
  RolloutBadge,
} from "@/app/_components/rollouts/rollout-state.tsx";
import classes from "@/app/_components/rollouts/rollouts.module.css";
import { type Column, timeColumn } from "@/app/_ui/data/data-table.tsx";
import { Absent, ClippedText } from "@/app/_ui/data/values.tsx";
import { formatNumber } from "@/app/_ui/format.ts";
import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { isolate } from "@/shared/text/isolate.ts";

export const rolloutColumns: Column<RolloutView>[] = [
  {
    key: "version",
    header: "Version",
    cell: ({ name, version }) => <ClippedText text={`${isolate(name)} ${version}`} width="18rem" />,
  },
  { key: "state", header: "Status", cell: ({ state }) => <RolloutBadge state={state} /> },
  {
    key: "publisher",
    header: "Publisher",
    isMinor: true,
    cell: ({ publisher }) => <ClippedText text={publisher.name} />,
  },
  {
    key: "ring",
    header: "Rings",
    align: "end",
    cell: ({ rings }) => `${rings.filter(({ isOpen }) => isOpen).length} of ${rings.length}`,
  },
  {
    key: "updated",
    header: "Updated",
    align: "end",
    cell: (rollout) => {
      const { updated, total } = countInstallations(rollout);
      return `${formatNumber(updated)} of ${formatNumber(total)}`;
    },
  },
  {
    key: "rates",
    header: "Failure rate",
    align: "end",
    cell: ({ before, after }) =>
      before.builds + after.builds === 0 ? (
        <Absent why="no builds" />
      ) : (
        <span className={classes.rates} title={`${before.builds} builds before, ${after.builds} after`}>
          {formatFailureRate(before)} to {formatFailureRate(after)}
        </span>
      ),
  },
  timeColumn("started", "Started", ({ startedAt }) => startedAt),
];
