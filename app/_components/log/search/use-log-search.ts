"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { LogLine } from "../lines/parse-log.ts";
import { type LogMatches, type LogQuery, NO_MATCHES, toMatchingLines, toPattern } from "./find-matches.ts";
import { createLogSearcher, type LogSearcher } from "./log-searcher.ts";

/** Pause in typing, or in the output of a running build, after which the log is searched. */
const SEARCH_DELAY_MS = 120;

export type LogSearch = {
  query: LogQuery;
  setQuery: (query: LogQuery) => void;
  matches: LogMatches;
  /** Invalid expression, or one that took too long. */
  problem: string | undefined;
  /** Number of matching lines, and the position of the current one from 1; 0 without one. */
  count: number;
  position: number;
  currentLine: number | undefined;
  /** Moves by that many matching lines and wraps around, once the search has ended. */
  step: (by: number) => void;
};

type Found = { query: LogQuery; matches: LogMatches; lines: number[]; problem: string | undefined };

const EMPTY_QUERY: LogQuery = { text: "", isRegex: false };
const NOTHING_FOUND: Found = { query: EMPTY_QUERY, matches: NO_MATCHES, lines: [], problem: undefined };

export function useLogSearch(lines: LogLine[], showLine: (line: number) => void): LogSearch {
  const [query, setQuery] = useState(EMPTY_QUERY);
  const [index, setIndex] = useState(-1);
  const [found, setFound] = useState(NOTHING_FOUND);
  const searcher = useRef<LogSearcher>(undefined);
  const pendingStep = useRef(0);
  const invalid = useMemo(() => toPattern(query).problem, [query]);
  useEffect(() => () => searcher.current?.stop(), []);

  useEffect(() => {
    if (query.text === "" || invalid) return setFound({ ...NOTHING_FOUND, query });
    const timer = setTimeout(() => {
      searcher.current ??= createLogSearcher();
      searcher.current.search(lines, query, (outcome) => {
        const matches = "matches" in outcome ? outcome.matches : NO_MATCHES;
        const problem = "problem" in outcome ? outcome.problem : undefined;
        setFound({ query, matches, lines: toMatchingLines(matches), problem });
      });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lines, query, invalid]);

  function step(by: number) {
    if (found.query !== query) pendingStep.current = by;
    else move(by);
  }

  function move(by: number) {
    const { length } = found.lines;
    if (length === 0) return;
    const next = index < 0 && by < 0 ? length - 1 : (index + by + length) % length;
    const line = found.lines[next];
    setIndex(next);
    if (line !== undefined) showLine(line);
  }

  const moveNow = useRef(move);
  useEffect(() => {
    moveNow.current = move;
  });
  useEffect(() => {
    // Enter may come before the search has ended.
    if (found.query === query && pendingStep.current !== 0) moveNow.current(pendingStep.current);
    if (found.query === query) pendingStep.current = 0;
  }, [found, query]);

  return {
    query,
    setQuery: (next) => {
      setQuery(next);
      setIndex(-1);
      pendingStep.current = 0;
    },
    matches: found.matches,
    problem: invalid ?? found.problem,
    count: found.lines.length,
    position: Math.min(index, found.lines.length - 1) + 1,
    currentLine: found.lines[index],
    step,
  };
}
