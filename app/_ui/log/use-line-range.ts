"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Line numbers, from 1, as in the fragment `#L12` or `#L12-L20`. */
export type LineRange = { from: number; to: number };

/** Line range of the URL's fragment; setting it adds no history entry. */
export function useLineRange(): [LineRange | undefined, (range: LineRange) => void] {
  const hash = useSyncExternalStore(subscribe, readHash, readNothing);
  const choose = useCallback((range: LineRange) => {
    window.history.replaceState(null, "", toHash(range));
    for (const listener of listeners) listener();
  }, []);
  return [parseHash(hash), choose];
}

export function toHash({ from, to }: LineRange): string {
  return from === to ? `#L${from}` : `#L${from}-L${to}`;
}

export function parseHash(hash: string): LineRange | undefined {
  const [, first, last] = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? [];
  if (!first) return undefined;
  const ends = [Number(first), Number(last ?? first)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("hashchange", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("hashchange", listener);
  };
}

const readHash = () => window.location.hash;
const readNothing = () => "";
