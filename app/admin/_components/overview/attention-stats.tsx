import {
  buildsHref,
  FAILED_MAILS_PATH,
  FAILING_CHANNELS_PATH,
  HELD_ROLLOUTS_PATH,
  OFFLINE_WORKERS_PATH,
  QUEUE_PATH,
  REPORTS_PATH,
} from "@/app/_paths/admin.ts";
import { api } from "@/app/_trpc/server.tsx";
import { Sparkline } from "@/app/_ui/data/sparkline.tsx";
import { Age } from "@/app/_ui/data/time.tsx";
import { formatNumber, formatPercent } from "@/app/_ui/format.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import { Stat, StatGrid } from "@/app/_ui/page/section.tsx";
import { eventsHref } from "../list-views";
import classes from "./attention-stats.module.css";

type Attention = Awaited<ReturnType<typeof api.adminOverview.attention>>;

/** Metrics that need attention. Each links to the list that it counts and shows its last 14 days. */
export async function AttentionStats() {
  const [now, builds] = await Promise.all([api.adminOverview.attention(), api.adminBuilds.attention()]);
  return (
    <StatGrid>
      <AttentionStat
        label="Pending reviews"
        metric={now.pendingListings}
        href={QUEUE_PATH}
        none="queue empty"
        trend="Submissions"
      />
      <AttentionStat
        label="Failed builds, 24h"
        metric={now.failedBuilds}
        href={buildsHref({ status: ["FAILED"], isLastDay: true })}
        detail={describeFailures(builds.lastDay)}
        trend="Failed builds"
      />
      <AttentionStat label="Stuck builds" metric={now.stuckBuilds} href={buildsHref({ isStuck: true })} />
      <AttentionStat
        label="Unresolved payments"
        metric={now.unresolvedPayments}
        href={eventsHref({ state: ["FAILED", "WAITING"], provider: [] })}
        trend="Unprocessed events"
      />
      <AttentionStat
        label="Failing endpoints"
        metric={now.failingChannels}
        href={FAILING_CHANNELS_PATH}
        words="for"
        trend="Failed attempts"
      />
      <AttentionStat label="Failed emails" metric={now.failedMails} href={FAILED_MAILS_PATH} />
      <AttentionStat label="Open problem reports" metric={now.openReports} href={REPORTS_PATH} />
      <AttentionStat label="Rollouts on hold" metric={now.heldRollouts} href={HELD_ROLLOUTS_PATH} />
      <AttentionStat
        label="Offline workers"
        metric={now.offlineWorkers}
        href={OFFLINE_WORKERS_PATH}
        words="for"
      />
      {now.stoppedCollections.count > 0 && (
        <Stat
          label="Stopped garbage collections"
          value={formatNumber(now.stoppedCollections.count)}
          detail="unusual share of objects; see the log"
        />
      )}
      <Stat
        label="Running builds"
        value={
          <Link className={classes.metric} href={buildsHref({ status: ["IN_PROGRESS"] })}>
            {formatNumber(builds.running)}
          </Link>
        }
        detail={
          <Link className={classes.metric} href={buildsHref({ status: ["QUEUED"] })}>
            {formatNumber(builds.queued)} queued
          </Link>
        }
      />
    </StatGrid>
  );
}

type AttentionStatProps = {
  label: string;
  metric: Attention[keyof Attention];
  href: string;
  /** Before the age of the oldest. */
  words?: string;
  /** Instead of the age, where there are none. */
  none?: string;
  /** Instead of both. */
  detail?: string;
  /** Label of the daily counts. */
  trend?: string;
};

function AttentionStat(props: AttentionStatProps) {
  const { label, metric, href, words = "oldest", none = "none", detail, trend } = props;
  const age =
    metric.count === 0 || metric.since === null ? (
      none
    ) : (
      <>
        {words} <Age since={metric.since} />
      </>
    );
  return (
    <Stat
      label={label}
      value={
        <Link className={classes.metric} href={href}>
          {formatNumber(metric.count)}
        </Link>
      }
      detail={
        <div className={classes.detail}>
          <span>{detail ?? age}</span>
          {metric.days && trend && <Sparkline values={metric.days} label={trend} />}
        </div>
      }
    />
  );
}

function describeFailures({ failed, finished }: { failed: number; finished: number }): string {
  return finished === 0
    ? "no finished builds"
    : `${formatPercent(failed / finished)} of ${formatNumber(finished)}`;
}
