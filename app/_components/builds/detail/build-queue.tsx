"use client";

import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { describePlatform } from "@/app/_components/labels/labels.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { RelativeTime, UpcomingTime } from "@/app/_ui/data/time.tsx";
import { Callout } from "@/app/_ui/feedback/callout.tsx";
import { formatDuration } from "@/app/_ui/format.ts";
import { isAutomaticRetry } from "@/server/domains/builds/leases/policy.ts";
import type { BuildDetail } from "./build-layout.tsx";
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
  if (!state) return <div className={classes.placeholder} aria-hidden="true" />;
  const { position, usualWaitSeconds, workers } = state;
  const title = position === null ? "More than 100 builds ahead" : `Position ${position} in the queue`;
  if (workers.online === 0) {
    return (
      <Callout icon={WARNING}>
        <p>
          <strong>No {describePlatform(build.platform)} worker is online</strong>
        </p>
        <p>
          {workers.lastSeenAt ? (
            <>
              Last seen <RelativeTime value={workers.lastSeenAt} />.
            </>
          ) : (
            "No worker has connected yet."
          )}{" "}
          {title}.
        </p>
      </Callout>
    );
  }
  return (
    <Callout tone="info" icon={<IconClock {...ICON} />}>
      <p>
        <strong>{title}</strong>
      </p>
      <p>
        {usualWaitSeconds
          ? `Usually starts within ${formatSeconds(usualWaitSeconds.median)}; 90% within ${formatSeconds(usualWaitSeconds.p90)}.`
          : "No earlier builds to estimate the wait from."}
      </p>
    </Callout>
  );
}

/** The worker of a stalled build, and what happens next. */
export function StalledBuild({ build }: { build: BuildDetail }) {
  return (
    <Callout icon={WARNING}>
      <p>
        <strong>
          {build.workerId ? `Worker ${build.workerId} is not responding` : "The worker is not responding"}
        </strong>
      </p>
      <p>
        {build.workerSeenAt && (
          <>
            Last seen <RelativeTime value={build.workerSeenAt} />.{" "}
          </>
        )}
        {build.failsAt ? (
          <>
            Unless it reconnects, the build fails <UpcomingTime value={build.failsAt} />
            {isAutomaticRetry(build) ? ". As a retry, it is not retried again." : " and is retried once."}
          </>
        ) : (
          "The worker did not claim the build, so it has no lease: it is in progress until a worker reports its end or it is canceled."
        )}
      </p>
    </Callout>
  );
}

const formatSeconds = (seconds: number): string => formatDuration(Math.max(1, seconds) * 1_000);

const ICON = { size: 18, stroke: 1.6, "aria-hidden": true };

const WARNING = <IconAlertTriangle {...ICON} />;
