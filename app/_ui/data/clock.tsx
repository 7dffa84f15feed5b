"use client";

import { createContext, type ReactNode, useCallback, useContext, useSyncExternalStore } from "react";

const TICK_MS = 15_000;

const ServerTime = createContext(0);

export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  return <ServerTime value={now}>{children}</ServerTime>;
}

/**
 * Words that depend on the time, such as "3 min ago". Server and hydration read the same clock, so they agree;
 * afterwards one timer serves the page, and a component renders again only when its words change.
 */
export function useClockText(toText: (now: number) => string): string {
  const serverTime = useContext(ServerTime);
  const read = useCallback(() => toText(readClock()), [toText]);
  const readServer = useCallback(() => toText(serverTime), [toText, serverTime]);
  return useSyncExternalStore(subscribe, read, readServer);
}

/** False on the server and while hydrating, true from then on: what only the reader's browser can know waits for it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isBrowser, isServer);
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

/** Moves in steps, because React wants the same answer from two reads in one render. */
function readClock(): number {
  if (Date.now() - clock > TICK_MS) clock = Date.now();
  return clock;
}

const subscribeToNothing = () => () => {};
const isBrowser = () => true;
const isServer = () => false;
