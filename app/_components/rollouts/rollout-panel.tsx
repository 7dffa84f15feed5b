import { IconAlertTriangle } from "@tabler/icons-react";
import { type Column, DataTable } from "@/app/_ui/data/data-table.tsx";
import { RelativeTime, UpcomingTime } from "@/app/_ui/data/time.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { formatCount, formatNumber } from "@/app/_ui/format.ts";
import { Stat, StatGrid } from "@/app/_ui/page/section.tsx";
import type { RingView, RolloutView } from "@/server/domains/apps/rollouts/view.ts";
import { countInstallations, formatFailedBuilds, formatFailureRate } from "./rollout-state.tsx";
import classes from "./rollouts.module.css";

/** Progress of a rollout: reason of a hold, failure rates before and after, rings. */
export function RolloutPanel({ rollout }: { rollout: RolloutView }) {
  const { updated, total } = countInstallations(rollout);
  return (
    <div className={classes.panel}>
      <RolloutNotice rollout={rollout} />
      <StatGrid>
        <Stat
          label="Updated"
          value={formatNumber(updated)}
          detail={`of ${formatCount(total, "installation")}${
            rollout.movedBack > 0 ? `, ${formatNumber(rollout.movedBack)} rolled back` : ""
          }`}
        />
        <Stat
          label="Failure rate before"
          value={formatFailureRate(rollout.before)}
          detail={formatFailedBuilds(rollout.before)}
        />
        <Stat
          label="Failure rate after"
          value={formatFailureRate(rollout.after)}
          detail={formatFailedBuilds(rollout.after)}
        />
        <Stat
          label="Not included"
          value={formatNumber(rollout.manual + rollout.needConsent)}
          detail={`${formatNumber(rollout.manual)} by update policy, ${formatNumber(rollout.needConsent)} without consent`}
        />
      </StatGrid>
      <DataTable
        caption="Rings, in order"
        columns={columnsOf(rollout)}
        rows={rollout.rings}
        rowKey={({ sharePercent }) => String(sharePercent)}
      />
    </div>
  );
}

const SUSPENSION = {
  title: "This version is suspended",
  text: "Updates resume when it is restored.",
};

/** Reason why a rollout ended before it reached all installations. */
const ENDINGS: Partial<Record<RolloutView["state"], typeof SUSPENSION>> = {
  SUPERSEDED: {
    title: "A later version replaced this rollout",
    text: "Remaining installations get the later version.",
  },
  STOPPED: { title: "This version was withdrawn", text: "No more installations are updated." },
};

function RolloutNotice({
  rollout: { state, hold, listingStatus, isSettling, endedAt },
}: {
  rollout: RolloutView;
}) {
  const ended = ENDINGS[state];
  if (ended || (state === "RUNNING" && listingStatus === "SUSPENDED")) {
    const { title, text } = ended ?? SUSPENSION;
    return (
      <Callout isInset>
        <p>
          <strong>{title}.</strong> {text}
        </p>
      </Callout>
    );
  }
  if (!hold || (state !== "HELD" && state !== "ROLLED_BACK")) return null;
  return (
    <Callout isInset icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />}>
      <p>
        <strong>{hold.reason}</strong>
      </p>
      <p>
        {state === "HELD" ? "Put on hold" : isSettling ? "Rollback started" : "Rolled back"}
        {hold.by ? ` by ${hold.by}` : ""} <RelativeTime value={endedAt ?? hold.at} />.{" "}
        {state === "HELD" && "Remaining installations keep their version."}
      </p>
    </Callout>
  );
}

const columnsOf = (rollout: RolloutView): Column<RingView>[] => [
  { key: "ring", header: "Ring", isWide: true, cell: ({ sharePercent }) => describeRing(sharePercent) },
  { key: "state", header: "Status", cell: (ring) => <RingState ring={ring} rollout={rollout} /> },
  { key: "progress", header: "Updated", cell: (ring) => <Progress {...ring} /> },
];

const describeRing = (sharePercent: number | null): string =>
  sharePercent === null
    ? "Publisher’s workspace"
    : sharePercent === 100
      ? "All workspaces"
      : `${sharePercent}% of workspaces`;

function RingState({ ring, rollout }: { ring: RingView; rollout: RolloutView }) {
  if (ring.isOpen) {
    return ring.remaining > 0 && rollout.state === "RUNNING" ? (
      <Dot tone="info">Updating</Dot>
    ) : (
      <Dot tone="ok">Open</Dot>
    );
  }
  const isNext = rollout.rings.find(({ isOpen }) => !isOpen) === ring;
  if (isNext && rollout.nextRingAt) {
    return (
      <span className={classes.next}>
        <Dot tone="idle" shape="ring">
          Opens
        </Dot>{" "}
        <UpcomingTime value={rollout.nextRingAt} />
      </span>
    );
  }
  return (
    <Dot tone="idle" shape="ring">
      Not open
    </Dot>
  );
}

function Progress({ updated, remaining }: RingView) {
  const total = updated + remaining;
  if (total === 0) return <span className={classes.none}>No installations</span>;
  return (
    <span className={classes.progress}>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ width: `${(updated / total) * 100}%` }} />
      </span>
      <span>
        {formatNumber(updated)} of {formatNumber(total)}
      </span>
    </span>
  );
}
