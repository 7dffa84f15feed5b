"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Line numbers, from 1, as in the fragment `#build-L12` or `#build-L12-L20`. */
export type LineRange = { from: number; to: number };

/** Lines of a log; `log` is empty in links that name none. */
export type LinkedLines = LineRange & { log: string };

/**
 * Names of a log in links to its lines. `offsets` has the lines before those that a name counts, also for names that older
 * links use; "" is for links without a name.
 */
export type LogNames = { name: string; offsets: Readonly<Record<string, number | undefined>> };

/** Line range of a log in the URL's fragment; setting it adds no history entry. */
export function useLineRange({
  name,
  offsets,
}: LogNames): [LineRange | undefined, (range: LineRange) => void] {
  const linked = parseHash(useSyncExternalStore(subscribe, readHash, readNothing));
  const choose = useCallback(
    (range: LineRange) => {
      window.history.replaceState(null, "", toHash(name, range));
      for (const listener of listeners) listener();
    },
    [name],
  );
  const offset = linked && offsets[linked.log];
  return [
    linked && offset !== undefined ? { from: linked.from + offset, to: linked.to + offset } : undefined,
    choose,
  ];
}

export function toHash(log: string, { from, to }: LineRange): string {
  return from === to ? `#${log}-L${from}` : `#${log}-L${from}-L${to}`;
}

export function parseHash(hash: string): LinkedLines | undefined {
  const [, log = "", first, last] = /^#(?:([a-z]{1,20})-)?L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? [];
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
