import type { RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { RolloutBadge } from "../../../_components/rollouts/rollout-badge";
import { countInstallations, formatFailureRate } from "../../../_components/rollouts/rollout-counts";
import classes from "../../../_components/rollouts/rollouts.module.css";
import type { Column } from "../../../_ui/data/data-table";
import { RelativeTime } from "../../../_ui/data/time";
import { Absent, ClippedText } from "../../../_ui/data/values";
import { formatNumber } from "../../../_ui/format";

export const rolloutColumns: Column<RolloutView>[] = [
  {
    key: "version",
    header: "Version",
    cell: ({ name, version }) => <ClippedText text={`${name} ${version}`} width="18rem" />,
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
  {
    key: "started",
    header: "Started",
    align: "end",
    cell: ({ startedAt }) => <RelativeTime value={startedAt} />,
  },
];
