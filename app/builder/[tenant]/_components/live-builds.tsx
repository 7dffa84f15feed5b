"use client";

import { useRef } from "react";
import { ConnectionNotice } from "@/app/_components/connection/connection-notice.tsx";
import { useSessionExpired } from "@/app/_components/connection/use-session-expired.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { usePageVisible, useThrottle } from "@/app/_ui/data/clock.tsx";
import { markPrefetchesStale } from "@/app/_ui/page/prefetched-pages.ts";

const REFRESH_INTERVAL_MS = 150;

/** Live updates of all build queries on the page, from the tenant's stream of build changes, and a notice of its interruption. */
export function LiveBuilds({ tenant }: { tenant: string }) {
  const utils = trpc.useUtils();
  const changed = useRef(new Set<string | undefined>());
  const refresh = useThrottle(() => {
    for (const buildId of changed.current) {
      void utils.builds.get.invalidate(buildId ? { tenant, buildId } : undefined);
    }
    changed.current.clear();
    void utils.builds.list.invalidate();
    void utils.builds.summary.invalidate();
    void utils.builds.summaryOfApp.invalidate();
    void utils.apps.list.invalidate();
  }, REFRESH_INTERVAL_MS);
  const isVisible = usePageVisible();
  // The stream of an expired session fails for good; it is opened again with the next session.
  const isEnabled = !useSessionExpired() && isVisible;
  const { error } = trpc.builds.changes.useSubscription(
    { tenant },
    {
      enabled: isEnabled,
      // The first message has no build: changes made while this page was not subscribed were missed.
      onData: (change) => {
        markPrefetchesStale();
        changed.current.add(change?.buildId ?? undefined);
        refresh();
      },
    },
  );
  return <ConnectionNotice isInterrupted={error !== null} />;
}
