"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Line numbers, from 1, as in the fragment `#L12` or `#error-L12-L20`. */
export type LineRange = { from: number; to: number };

/** Lines of one of the logs on a page; `log` is undefined in links that name none. */
export type LinkedLines = LineRange & { log: string | undefined };

/** Lines in the URL's fragment, of whichever log. */
export const useLinkedLines = (): LinkedLines | undefined =>
  parseHash(useSyncExternalStore(subscribe, readHash, readNothing));

/** Line range of a log in the URL's fragment; setting it adds no history entry. */
export function useLineRange(log: string): [LineRange | undefined, (range: LineRange) => void] {
  const linked = useLinkedLines();
  const choose = useCallback(
    (range: LineRange) => {
      window.history.replaceState(null, "", toHash(log, range));
      for (const listener of listeners) listener();
    },
    [log],
  );
  return [linked && (linked.log ?? log) === log ? linked : undefined, choose];
}

export function toHash(log: string, { from, to }: LineRange): string {
  return from === to ? `#${log}-L${from}` : `#${log}-L${from}-L${to}`;
}

export function parseHash(hash: string): LinkedLines | undefined {
  const [, log, first, last] = /^#(?:([a-z]{1,20})-)?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? [];
  if (!first) return undefined;
  const ends = [Number(first), Number(last ?? first)];
  return { log, from: Math.min(...ends), to: Math.max(...ends) };
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
