"use client";

import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { findLastUpTo, lineAtRow, ROW_HEIGHT_PX, toRowStarts } from "./lines/log-rows.ts";
import type { LogLine } from "./lines/parse-log.ts";

/** Rows rendered above and below the viewport, so that quick scrolling shows no gaps. */
const OVERSCAN_ROWS = 24;
/** Rows rendered on the server, where the viewport is unknown. */
const INITIAL_ROWS = 36;

export type LogWindow = {
  /** Ref of the scroll container. */
  scroller: RefObject<HTMLElement | null>;
  /** Ref of an invisible row of `PROBE_CELLS` characters, which measures the width of one. */
  probe: RefObject<HTMLSpanElement | null>;
  onScroll: () => void;
  /** Shown lines that are rendered, from `first` up to `end`, exclusive. */
  first: number;
  end: number;
  topPx: number;
  bottomPx: number;
  /**
   * Scrolls to a line, or to the header of the folded group that hides it.
   * @param insetPx its distance from the top of the viewport, a third of it by default
   */
  scrollToLine: (line: number, insetPx?: number) => void;
  /** Distance of a line from the top of the log. */
  topOfLine: (line: number) => number;
};

export const PROBE_CELLS = 20;

type WindowOf = {
  lines: readonly LogLine[];
  /** Indexes of the lines that are not folded away, ascending. */
  shown: Int32Array;
  headers: ReadonlyMap<number, unknown>;
  isWrapped: boolean;
};

/** Virtual scrolling: only lines near the viewport are rendered. */
export function useLogWindow({ lines, shown, headers, isWrapped }: WindowOf): LogWindow {
  const scroller = useRef<HTMLElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [columns, setColumns] = useState<number>();
  const [rows, setRows] = useState({ first: 0, seen: INITIAL_ROWS });
  const starts = useMemo(
    () => toRowStarts(lines, shown, isWrapped ? columns : undefined, headers),
    [lines, shown, headers, isWrapped, columns],
  );

  const onScroll = useCallback(() => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 };
    const first = Math.floor(scrollTop / ROW_HEIGHT_PX / OVERSCAN_ROWS) * OVERSCAN_ROWS;
    const seen = Math.ceil(clientHeight / ROW_HEIGHT_PX) + OVERSCAN_ROWS;
    setRows((before) => (before.first === first && before.seen === seen ? before : { first, seen }));
  }, []);

  useLayoutEffect(() => {
    const measure = () => {
      const row = probe.current?.parentElement;
      const cell = (probe.current?.getBoundingClientRect().width ?? 0) / PROBE_CELLS;
      if (row && cell > 0) setColumns(Math.max(8, Math.floor(row.clientWidth / cell)));
      onScroll();
    };
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    measure();
    return () => observer.disconnect();
  }, [onScroll]);

  const first = lineAtRow(starts, Math.max(0, rows.first - OVERSCAN_ROWS));
  const end = Math.min(shown.length, lineAtRow(starts, rows.first + rows.seen + OVERSCAN_ROWS) + 1);
  const topOf = (at: number) => (starts[at] ?? 0) * ROW_HEIGHT_PX;
  const topOfLine = (line: number) => topOf(findLastUpTo(shown, line));

  function scrollToLine(line: number, insetPx?: number) {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = topOfLine(line) - (insetPx ?? element.clientHeight / 3);
    onScroll();
  }

  return {
    scroller,
    probe,
    onScroll,
    first,
    end,
    topPx: topOf(first),
    bottomPx: topOf(shown.length) - topOf(end),
    scrollToLine,
    topOfLine,
  };
}
