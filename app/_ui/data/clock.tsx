"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";

const TICK_MS = 15_000;

const ServerTime = createContext(0);

export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  return <ServerTime value={now}>{children}</ServerTime>;
}

/**
 * Text that depends on the time, such as "3 min ago". Server and hydration use the same time, so they agree;
 * afterwards one timer serves the page, and a component renders again only when its text changes.
 */
export function useClockText(toText: (now: number) => string): string {
  const serverTime = useContext(ServerTime);
  const read = useCallback(() => toText(readClock()), [toText]);
  const readServer = useCallback(() => toText(serverTime), [toText, serverTime]);
  return useSyncExternalStore(subscribe, read, readServer);
}

/** False on the server and during hydration, true afterwards; for content that only the browser can know. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isBrowser, isServer);
}

/** Origin of the page for commands to copy; empty on the server. */
export const useOrigin = (): string => (useIsHydrated() ? window.location.origin : "");

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

const listeners = new Set<() => void>();
let clock = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  clock = Date.now();
  for (const listener of listeners) listener();
}

/** Moves in steps, because React expects the same value from two reads in one render. */
function readClock(): number {
  if (Date.now() - clock > TICK_MS) clock = Date.now();
  return clock;
}

/**
 * Page visibility; false on the server. Subscriptions run in the visible tab only: a browser gives one origin six
 * connections over HTTP/1.1, and a dozen open tabs must not use them up.
 */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, isPageVisible, isServerVisible);
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const isPageVisible = () => document.visibilityState === "visible";
const isServerVisible = () => false;
const subscribeToNothing = () => () => {};
const isBrowser = () => true;
const isServer = () => false;
