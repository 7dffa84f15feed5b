import Link from "next/link";
import type { ReactNode } from "react";
import type { RouterOutputs } from "../../../_trpc/client";
import { formatCount, formatDuration, formatNumber, formatPercent } from "../../../_ui/format";
import { Stat, StatGrid } from "../../../_ui/page/section";
import { buildsHref } from "../builds/builds-view";
import { listingsHref } from "../listings/listings-view";
import classes from "./overview.module.css";

type FiguresProps = {
  home: string;
  summary: RouterOutputs["builds"]["summary"];
  counts: RouterOutputs["listings"]["counts"];
};

const NONE = "–";

/** The numbers that matter; each leads to the list that it counts. */
export function Figures({ home, summary, counts }: FiguresProps) {
  const { days, successRate, medianDurationSeconds, queued, inProgress } = summary;
  const since = days[0]?.day;
  const completed = days.reduce((sum, day) => sum + day.completed, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const builds = `${home}/builds`;
  const listings = `${home}/listings`;
  return (
    <StatGrid>
      <Stat
        label="Success rate"
        value={
          <Figure href={buildsHref(builds, { status: ["COMPLETED", "FAILED"], since })}>
            {successRate === null ? NONE : formatPercent(successRate)}
          </Figure>
        }
        detail={
          <Figure href={buildsHref(builds, { status: ["FAILED"], since })}>
            {formatNumber(failed)} of {formatCount(completed + failed, "build")} failed
          </Figure>
        }
      />
      <Stat
        label="Median duration"
        value={
          <Figure href={buildsHref(builds, { status: ["COMPLETED"], since })}>
            {medianDurationSeconds === null ? NONE : formatDuration(medianDurationSeconds * 1000)}
          </Figure>
        }
        detail="of completed builds"
      />
      <Stat
        label="Running"
        value={
          <Figure href={buildsHref(builds, { status: ["IN_PROGRESS"] })}>{formatNumber(inProgress)}</Figure>
        }
        detail={
          <Figure href={buildsHref(builds, { status: ["QUEUED"] })}>{formatNumber(queued)} queued</Figure>
        }
      />
      <Stat
        label="Listings waiting"
        value={
          <Figure href={listingsHref(listings, { status: ["PENDING_APPROVAL"] })}>
            {formatNumber(counts.PENDING_APPROVAL)}
          </Figure>
        }
        detail="for a moderator"
      />
      <Stat
        label="Listings approved"
        value={
          <Figure href={listingsHref(listings, { status: ["APPROVED"] })}>
            {formatNumber(counts.APPROVED)}
          </Figure>
        }
        detail={
          <Figure href={listingsHref(listings, { status: ["REJECTED"] })}>
            {formatNumber(counts.REJECTED)} rejected
          </Figure>
        }
      />
    </StatGrid>
  );
}

function Figure({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className={classes.figure}>
      {children}
    </Link>
  );
}
