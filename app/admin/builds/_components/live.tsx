"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { trpc } from "../../../_trpc/client";
import { Dot } from "../../../_ui/data/status-badge";
import { markPrefetchesStale } from "../../../_ui/page/prefetched-pages";

/** Builds of all tenants change often; what comes together is read together. */
const DEBOUNCE_MS = 500;

/**
 * Keeps the list of builds current and says whether it does. Only the tab that is looked at listens: a browser gives
 * one origin six connections over HTTP/1.1.
 */
export function Live() {
  const refresh = useRefresh();
  const isVisible = useSyncExternalStore(subscribeToVisibility, readVisibility, assumeHidden);
  const { status } = trpc.adminBuilds.changes.useSubscription(undefined, {
    enabled: isVisible,
    onData: refresh,
  });
  return <span role="status">{marks[status]}</span>;
}

const marks = {
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

function useRefresh(): () => void {
  const utils = trpc.useUtils();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    markPrefetchesStale();
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void utils.adminBuilds.list.invalidate();
    }, DEBOUNCE_MS);
  };
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const readVisibility = () => document.visibilityState === "visible";
const assumeHidden = () => false;
