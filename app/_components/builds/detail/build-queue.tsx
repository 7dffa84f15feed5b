"use client";

import { isAutomaticRetry } from "@/server/build-leases/policy";
import { trpc } from "../../../_trpc/client";
import { RelativeTime, UpcomingTime } from "../../../_ui/data/time";
import { formatDuration } from "../../../_ui/format";
import { describePlatform } from "../../labels";
import type { BuildDetail } from "./build-detail-view";
import classes from "./build-queue.module.css";

const REFETCH_INTERVAL_MS = 5_000;

type BuildQueueProps = { tenant: string; build: BuildDetail };

/** Notice of an unfinished build that waits for its turn, for a worker, or for one that no longer responds. */
export function BuildQueue({ tenant, build }: BuildQueueProps) {
  if (build.stalled) return <StalledBuild build={build} />;
  if (build.status !== "QUEUED" || build.leaseUntil) return null;
  return <QueuedBuild tenant={tenant} build={build} />;
}

function QueuedBuild({ tenant, build }: BuildQueueProps) {
  const { data: state } = trpc.builds.queueState.useQuery(
    { tenant, buildId: build.id },
    { refetchInterval: REFETCH_INTERVAL_MS },
  );
  if (!state) return <section className={classes.notice} aria-label="Queue" aria-busy="true" />;
  const { position, usualWaitSeconds, workers } = state;
  const platform = describePlatform(build.platform);
  const title = position === null ? "More than 100 builds ahead" : `Position ${position} in the queue`;
  return (
    <section
      className={classes.notice}
      data-tone={workers.online === 0 ? "warn" : undefined}
      aria-label="Queue"
    >
      <h2 className={classes.title}>{workers.online === 0 ? `No ${platform} worker is online` : title}</h2>
      <p className={classes.text}>
        {workers.online === 0 ? (
          <>
            {workers.lastSeenAt ? (
              <>
                Last seen <RelativeTime value={workers.lastSeenAt} />.
              </>
            ) : (
              "No worker has connected yet."
            )}{" "}
            {title}.
          </>
        ) : usualWaitSeconds ? (
          `Usually starts within ${formatSeconds(usualWaitSeconds.median)}; 90% within ${formatSeconds(usualWaitSeconds.p90)}.`
        ) : (
          "No earlier builds to estimate the wait from."
        )}
      </p>
    </section>
  );
}

/** The worker of a stalled build, and what happens next. */
export function StalledBuild({ build }: { build: BuildDetail }) {
  return (
    <section className={classes.notice} data-tone="warn" aria-label="Stalled">
      <h2 className={classes.title}>
        {build.workerId ? `Worker ${build.workerId} is not responding` : "The worker is not responding"}
      </h2>
      <p className={classes.text}>
        {build.leaseUntil && (
          <>
            Its lease expired <RelativeTime value={build.leaseUntil} />.{" "}
          </>
        )}
        {build.failsAt && (
          <>
            Unless it reconnects, the build fails <UpcomingTime value={build.failsAt} />
            {isAutomaticRetry(build) ? ". As a retry, it is not retried again." : " and is retried once."}
          </>
        )}
      </p>
    </section>
  );
}

const formatSeconds = (seconds: number): string => formatDuration(Math.max(1, seconds) * 1_000);
