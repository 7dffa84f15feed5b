"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

/**
 * Page visibility. Subscriptions run in the visible tab only: a browser gives one origin six connections over HTTP/1.1,
 * and a dozen open tabs must not use them up.
 */
export function useIsPageVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, isPageVisible, isVisibleOnServer);
}

/** Throttle: `run` is called once, `intervalMs` after the first call of a burst. */
export function useThrottle(run: () => void, intervalMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run();
    }, intervalMs);
  };
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const isPageVisible = () => document.visibilityState === "visible";
const isVisibleOnServer = () => false;
