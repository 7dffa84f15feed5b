"use client";

import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { lineAtRow, ROW_HEIGHT_PX, toRowStarts } from "./log-rows";
import type { LogLine } from "./parse-log";

/** Rows rendered above and below the viewport, so that quick scrolling shows no gaps. */
const OVERSCAN_ROWS = 24;
/** Rows rendered on the server, where the viewport is unknown. */
const INITIAL_ROWS = 36;

type LogWindow = {
  /** Ref of the scroll container. */
  scroller: RefObject<HTMLElement | null>;
  /** Ref of an invisible row of `PROBE_CELLS` characters, which measures the width of one. */
  probe: RefObject<HTMLSpanElement | null>;
  onScroll: () => void;
  first: number;
  /** One past the last line that is rendered. */
  end: number;
  topPx: number;
  bottomPx: number;
  showLine: (line: number) => void;
};

export const PROBE_CELLS = 20;

/** Virtual scrolling: only lines near the viewport are rendered. */
export function useLogWindow(lines: LogLine[], isWrapped: boolean): LogWindow {
  const scroller = useRef<HTMLElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [columns, setColumns] = useState<number>();
  const [rows, setRows] = useState({ first: 0, seen: INITIAL_ROWS });
  const starts = useMemo(
    () => toRowStarts(lines, isWrapped ? columns : undefined),
    [lines, isWrapped, columns],
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
  const end = Math.min(lines.length, lineAtRow(starts, rows.first + rows.seen + OVERSCAN_ROWS) + 1);
  const startOf = (line: number) => (starts[line] ?? 0) * ROW_HEIGHT_PX;

  function showLine(line: number) {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = startOf(line) - element.clientHeight / 3;
    onScroll();
  }

  return {
    scroller,
    probe,
    onScroll,
    first,
    end,
    topPx: startOf(first),
    bottomPx: startOf(lines.length) - startOf(end),
    showLine,
  };
}
