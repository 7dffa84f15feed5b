import { buildsHref } from "../../../_components/builds/build-list-params";
import type { RouterOutputs } from "../../../_trpc/client";
import { formatCount, formatNumber } from "../../../_ui/format";
import { Stat, StatGrid } from "../../../_ui/page/section";
import { toDuration, toPercent } from "../../_components/format-metrics";
import { Figure } from "../../_components/metrics";
import { listingsHref } from "../listings/_components/listings-view";

type FiguresProps = {
  home: string;
  summary: RouterOutputs["builds"]["summary"];
  counts: RouterOutputs["listings"]["counts"];
};

/** The numbers that matter; each leads to the list that it counts. */
export function Figures({ home, summary, counts }: FiguresProps) {
  const { since, all, queued, inProgress } = summary;
  const builds = `${home}/builds`;
  const listings = `${home}/listings`;
  const ended = buildsHref(builds, { status: ["COMPLETED", "FAILED"], since });
  const completed = buildsHref(builds, { status: ["COMPLETED"], since });
  return (
    <StatGrid>
      <Stat
        label="Success rate"
        value={<Figure href={ended}>{toPercent(all)}</Figure>}
        detail={
          <Figure href={buildsHref(builds, { status: ["FAILED"], since })}>
            {formatNumber(all.failed)} of {formatCount(all.completed + all.failed, "build")} failed
          </Figure>
        }
      />
      <Stat
        label="Median duration"
        value={<Figure href={completed}>{toDuration(all.runMedian)}</Figure>}
        detail={<>9 in 10 within {toDuration(all.runP90)}</>}
      />
      <Stat
        label="Median wait"
        value={<Figure href={ended}>{toDuration(all.queueMedian)}</Figure>}
        detail={<>9 in 10 within {toDuration(all.queueP90)}</>}
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
