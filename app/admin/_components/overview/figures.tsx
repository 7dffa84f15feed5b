import type { ReactNode } from "react";
import { api } from "../../../_trpc/server";
import { RelativeTime } from "../../../_ui/data/relative-time";
import { Sparkline } from "../../../_ui/data/sparkline";
import { formatNumber, formatPercent } from "../../../_ui/format";
import { Link } from "../../../_ui/page/link";
import { Stat, StatGrid } from "../../../_ui/page/section";
import { eventsHref } from "../../billing/_components/events-view";
import { buildsHref } from "../../builds/_components/builds-view";
import { NOTIFICATIONS_PATH, QUEUE_PATH } from "../paths";
import classes from "./figures.module.css";

type Attention = Awaited<ReturnType<typeof api.adminOverview.attention>>;

/** What needs a person now. Each figure leads to the list that it counts, and shows how its last 14 days went. */
export async function Figures() {
  const [now, builds] = await Promise.all([api.adminOverview.attention(), api.adminBuilds.attention()]);
  return (
    <StatGrid>
      <Figure
        label="Listings to review"
        figure={now.pendingListings}
        href={QUEUE_PATH}
        detail={since(now.pendingListings, "the oldest from", "none waits")}
        trend="Submissions"
      />
      <Figure
        label="Failed in 24 h"
        figure={now.failedBuilds}
        href={buildsHref({ status: ["FAILED"] })}
        detail={describeFailures(builds.lastDay)}
        trend="Failed builds"
      />
      <Figure
        label="Builds stuck"
        figure={now.stuckBuilds}
        href={buildsHref({ isStuck: true })}
        detail={since(now.stuckBuilds, "one silent since", "none is silent")}
      />
      <Figure
        label="Payments open"
        figure={now.unresolvedPayments}
        href={eventsHref({ state: ["FAILED", "WAITING"], provider: [] })}
        detail={since(now.unresolvedPayments, "the oldest from", "all took effect")}
        trend="Unprocessed events"
      />
      <Figure
        label="Channels failing"
        figure={now.failingChannels}
        href={NOTIFICATIONS_PATH}
        detail={since(now.failingChannels, "one since", "callbacks arrive")}
        trend="Failed attempts"
      />
      <Figure
        label="Workers gone"
        figure={now.offlineWorkers}
        href="/admin/workers"
        detail={since(now.offlineWorkers, "one silent since", "all give signs of life")}
      />
      <Stat
        label="Builds running"
        value={
          <Link className={classes.figure} href={buildsHref({ status: ["IN_PROGRESS"] })}>
            {formatNumber(builds.running)}
          </Link>
        }
        detail={
          <Link className={classes.figure} href={buildsHref({ status: ["QUEUED"] })}>
            {formatNumber(builds.queued)} more queued
          </Link>
        }
      />
    </StatGrid>
  );
}

type FigureProps = {
  label: string;
  figure: Attention[keyof Attention];
  href: string;
  detail: ReactNode;
  /** What the days of the figure count. */
  trend?: string;
};

function Figure({ label, figure, href, detail, trend }: FigureProps) {
  return (
    <Stat
      label={label}
      value={
        <Link className={classes.figure} href={href}>
          {formatNumber(figure.count)}
        </Link>
      }
      detail={
        <div className={classes.detail}>
          <span>{detail}</span>
          {figure.days && trend && <Sparkline values={figure.days} label={trend} />}
        </div>
      }
    />
  );
}

const since = (figure: Attention[keyof Attention], words: string, none: string): ReactNode =>
  figure.count === 0 || figure.since === null ? (
    none
  ) : (
    <>
      {words} <RelativeTime value={figure.since} />
    </>
  );

function describeFailures({ failed, finished }: { failed: number; finished: number }): string {
  return finished === 0
    ? "no build ended"
    : `${formatPercent(failed / finished)} of ${formatNumber(finished)}`;
}
