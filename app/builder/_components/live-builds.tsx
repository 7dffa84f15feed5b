"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { trpc } from "../../_trpc/client";
import { markPrefetchesStale } from "../../_ui/page/prefetched-pages";

/** Changes that come together are read together. */
const DEBOUNCE_MS = 150;

/**
 * Keeps every build on the page current. Only the tab that is looked at listens: a browser gives one origin six
 * connections over HTTP/1.1, and a dozen open tabs must not use them up.
 */
export function LiveBuilds({ tenant }: { tenant: string }) {
  const refresh = useRefresh(tenant);
  const isVisible = useSyncExternalStore(subscribeToVisibility, readVisibility, assumeHidden);
  trpc.builds.changes.useSubscription(
    { tenant },
    {
      enabled: isVisible,
      // The first message names no build: what changed while nobody listened was not announced to this page.
      onData: (change) => refresh(change?.buildId ?? undefined),
    },
  );
  return null;
}

/** Reads again what shows a build: that one's page, and all lists and figures. */
function useRefresh(tenant: string): (buildId?: string) => void {
  const utils = trpc.useUtils();
  const waiting = useRef(new Set<string | undefined>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function flush() {
    for (const buildId of waiting.current) {
      void utils.builds.get.invalidate(buildId ? { tenant, buildId } : undefined);
    }
    waiting.current.clear();
    timer.current = undefined;
    void utils.builds.list.invalidate();
    void utils.builds.summary.invalidate();
    void utils.builds.summaryOfApp.invalidate();
    void utils.apps.list.invalidate();
  }

  return (buildId) => {
    markPrefetchesStale();
    waiting.current.add(buildId);
    timer.current ??= setTimeout(flush, DEBOUNCE_MS);
  };
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const readVisibility = () => document.visibilityState === "visible";
const assumeHidden = () => false;
