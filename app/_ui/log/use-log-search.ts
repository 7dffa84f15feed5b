"use client";

import { useDeferredValue, useMemo, useState } from "react";
import { findLines, toPattern } from "./log-search";
import type { LogLine } from "./parse-log";

export type LogSearch = {
  query: string;
  setQuery: (query: string) => void;
  pattern: RegExp | undefined;
  /** Number of matching lines, and the position of the current one from 1; 0 without one. */
  count: number;
  position: number;
  currentLine: number | undefined;
  /** Moves by that many matching lines and wraps around. */
  step: (by: number) => void;
};

export function useLogSearch(lines: LogLine[], showLine: (line: number) => void): LogSearch {
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(-1);
  const asked = useDeferredValue(query);
  const pattern = useMemo(() => toPattern(asked), [asked]);
  const found = useMemo(() => findLines(lines, pattern), [lines, pattern]);

  function step(by: number) {
    // Enter may come before the deferred query is searched.
    const matching = asked === query ? found : findLines(lines, toPattern(query));
    if (matching.length === 0) return;
    const next = index < 0 && by < 0 ? matching.length - 1 : (index + by + matching.length) % matching.length;
    const line = matching[next];
    setIndex(next);
    if (line !== undefined) showLine(line);
  }

  return {
    query,
    setQuery: (text) => {
      setQuery(text);
      setIndex(-1);
    },
    pattern,
    count: found.length,
    position: Math.min(index, found.length - 1) + 1,
    currentLine: found[index],
    step,
  };
}
