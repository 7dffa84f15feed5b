"use client";

import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { lineAtRow, ROW_PX, rowStartsOf } from "./log-rows";
import type { LogLine } from "./parse-log";

/** Lines above and below what is seen, so that quick scrolling shows no gaps. */
const SPARE_ROWS = 24;
/** What the server renders, before anything is known of the reader's window. */
const ROWS_AT_FIRST = 36;

type LogWindow = {
  /** Goes on the element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** Goes on an invisible row of `PROBE_CELLS` characters, which tells how wide one is. */
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

/** Renders only the lines that are seen: fifty thousand elements would make every scroll stutter. */
export function useLogWindow(lines: LogLine[], isWrapped: boolean): LogWindow {
  const scroller = useRef<HTMLElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [columns, setColumns] = useState<number>();
  const [rows, setRows] = useState({ first: 0, seen: ROWS_AT_FIRST });
  const starts = useMemo(
    () => rowStartsOf(lines, isWrapped ? columns : undefined),
    [lines, isWrapped, columns],
  );

  const onScroll = useCallback(() => {
    const { scrollTop, clientHeight } = scroller.current ?? { scrollTop: 0, clientHeight: 0 };
    const first = Math.floor(scrollTop / ROW_PX / SPARE_ROWS) * SPARE_ROWS;
    const seen = Math.ceil(clientHeight / ROW_PX) + SPARE_ROWS;
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

  const first = lineAtRow(starts, Math.max(0, rows.first - SPARE_ROWS));
  const end = Math.min(lines.length, lineAtRow(starts, rows.first + rows.seen + SPARE_ROWS) + 1);
  const startOf = (line: number) => (starts[line] ?? 0) * ROW_PX;

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
