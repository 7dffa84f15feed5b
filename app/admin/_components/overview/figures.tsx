import Link from "next/link";
import { cache } from "react";
import { api } from "../../../_trpc/server";
import { RelativeTime } from "../../../_ui/data/relative-time";
import { formatNumber, formatPercent } from "../../../_ui/format";
import { Stat, StatGrid } from "../../../_ui/page/section";
import { buildsHref } from "../../builds/_components/builds-view";
import { QUEUE_PATH } from "../paths";
import classes from "./figures.module.css";

/** The oldest pending listings and how many there are; read once for the figures and the table below them. */
export const getOldest = cache(() => api.moderation.queue({ limit: 5 }));

/** Each figure leads to the list that it counts. */
export async function Figures() {
  const [queue, builds] = await Promise.all([getOldest(), api.adminBuilds.attention()]);
  const [oldest] = queue.listings;
  return (
    <StatGrid>
      <Stat
        label="Listings to review"
        value={
          <Link className={classes.figure} href={QUEUE_PATH}>
            {formatNumber(queue.pending)}
          </Link>
        }
        detail={
          oldest ? (
            <>
              the oldest from <RelativeTime value={oldest.submittedAt} />
            </>
          ) : (
            "none waits"
          )
        }
      />
      <Stat
        label="Builds failed in 24 h"
        value={
          <Link className={classes.figure} href={buildsHref({ status: ["FAILED"] })}>
            {formatNumber(builds.lastDay.failed)}
          </Link>
        }
        detail={describeFailures(builds.lastDay, builds.dayBefore)}
      />
      <Stat
        label="Builds stuck"
        value={
          <Link className={classes.figure} href={buildsHref({ isStuck: true })}>
            {formatNumber(builds.stuck)}
          </Link>
        }
        detail="silent for an hour or more"
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

interface Finished {
  finished: number;
  failed: number;
}

function describeFailures(lastDay: Finished, dayBefore: Finished): string {
  if (lastDay.finished === 0) return "no build ended";
  const before = dayBefore.finished > 0 ? `, ${shareOf(dayBefore)} the day before` : "";
  return `${shareOf(lastDay)} of ${formatNumber(lastDay.finished)}${before}`;
}

const shareOf = ({ failed, finished }: Finished): string => formatPercent(failed / finished);
