"use client";

import { trpc } from "@/app/_trpc/client.tsx";
import { usePageVisible, useThrottle } from "@/app/_ui/data/clock.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { markPrefetchesStale } from "@/app/_ui/page/prefetched-pages.ts";

const REFRESH_INTERVAL_MS = 500;

/** Live updates of the build list, and the state of the connection. */
export function LiveStatus() {
  const utils = trpc.useUtils();
  const refresh = useThrottle(() => void utils.adminBuilds.list.invalidate(), REFRESH_INTERVAL_MS);
  const { status } = trpc.adminBuilds.changes.useSubscription(undefined, {
    enabled: usePageVisible(),
    onData: () => {
      markPrefetchesStale();
      refresh();
    },
  });
  return <span role="status">{STATUS_DOTS[status]}</span>;
}

const STATUS_DOTS = {
  pending: <Dot tone="ok">Live</Dot>,
  connecting: (
    <Dot tone="idle" shape="ring">
      Connecting
    </Dot>
  ),
  idle: (
    <Dot tone="idle" shape="ring">
      Paused
    </Dot>
  ),
  error: <Dot tone="warn">Not live</Dot>,
};
