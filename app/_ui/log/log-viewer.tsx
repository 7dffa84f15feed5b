"use client";

import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { findFailure } from "@/server/build-failures/policy";
import { useShortcuts } from "../keyboard/shortcuts";
import { LogRow } from "./log-row";
import { measureWidestLine, ROW_HEIGHT_PX } from "./log-rows";
import { LogToolbar } from "./log-toolbar";
import classes from "./log-viewer.module.css";
import { parseLog } from "./parse-log";
import { toHash, useLineRange } from "./use-line-range";
import { useLineWrap } from "./use-line-wrap";
import { useLogSearch } from "./use-log-search";
import { PROBE_CELLS, useLogWindow } from "./use-log-window";

type LogViewerProps = {
  /** The raw log, with escape sequences. */
  log: string;
  /** Names the region: "Error log of build 128". */
  label: string;
  /** Name of the downloaded file: "field-notes-128.log.txt". */
  fileName: string;
  /** Names the log in links to its lines: "error". */
  linkName: string;
  /** The log still grows: a reader at its end is kept at its end, and no reason is looked for. */
  isLive?: boolean;
};

/** Log viewer for logs of any length: virtual scrolling, search, links to lines, line wrap, download, ANSI colors. */
export function LogViewer({ log, label, fileName, linkName, isLive = false }: LogViewerProps) {
  const lines = useMemo(() => parseLog(log), [log]);
  const reason = useMemo(
    () => (isLive ? undefined : findFailure(lines.map(({ text }) => text))?.line),
    [lines, isLive],
  );
  const [isWrapped, toggleWrap] = useLineWrap();
  const [range, choose] = useLineRange(linkName);
  const view = useLogWindow(lines, isWrapped);
  useStayAtEnd(view.scroller, lines.length, isLive && range === undefined);
  const search = useLogSearch(lines, view.showLine);
  const searchField = useRef<HTMLInputElement>(null);
  useShowRange(range?.from, view.scroller, view.showLine);
  useOpenAt(range ? undefined : reason, view.showLine);

  const pick = useCallback(
    (line: number, isRange: boolean) => {
      const start = isRange && range ? range.from : line;
      choose({ from: Math.min(start, line), to: Math.max(start, line) });
    },
    [range, choose],
  );

  function showReason() {
    if (reason === undefined) return;
    view.showLine(reason - 1);
    choose({ from: reason, to: reason });
  }

  useShortcuts("Log", [
    { keys: "/", label: "Search", run: () => searchField.current?.focus() },
    { keys: "e", label: "Jump to failure reason", run: showReason },
    { keys: "w", label: "Wrap lines", run: toggleWrap },
  ]);

  const shown = lines.slice(view.first, view.end);
  return (
    <div
      className={classes.viewer}
      style={sizes(
        lines.length,
        useMemo(() => measureWidestLine(lines), [lines]),
      )}
    >
      <LogToolbar
        search={search}
        searchField={searchField}
        text={() => lines.map((line) => line.text).join("\n")}
        fileName={fileName}
        isWrapped={isWrapped}
        onToggleWrap={toggleWrap}
        onReason={reason === undefined ? undefined : showReason}
      />
      <section
        ref={view.scroller}
        className={classes.scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={view.onScroll}
      >
        <div className={classes.lines} data-wrapped={isWrapped || undefined}>
          <div className={classes.probe} aria-hidden="true">
            <span ref={view.probe}>{"0".repeat(PROBE_CELLS)}</span>
          </div>
          <div style={{ height: view.topPx }} />
          {shown.map((line, index) => {
            const number = view.first + index + 1;
            return (
              <LogRow
                key={number}
                line={line}
                number={number}
                hash={toHash(linkName, { from: number, to: number })}
                pattern={search.pattern}
                isChosen={
                  range === undefined ? number === reason : number >= range.from && number <= range.to
                }
                isCurrentMatch={search.currentLine === number - 1}
                onPick={pick}
              />
            );
          })}
          <div style={{ height: view.bottomPx }} />
        </div>
      </section>
    </div>
  );
}

/** Sticks to the end while lines are added, unless the reader has scrolled away from it. */
function useStayAtEnd(scroller: { current: HTMLElement | null }, lineCount: number, isOn: boolean): void {
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || lineCount === 0) return;
    const wasAtEnd = element.scrollTop + element.clientHeight >= height.current - 2 * ROW_HEIGHT_PX;
    height.current = element.scrollHeight;
    if (isOn && wasAtEnd) element.scrollTop = element.scrollHeight;
  }, [scroller, lineCount, isOn]);
}

/** Opens the log at a line; a line that is known later, as that of a log that ends, moves nothing. */
function useOpenAt(line: number | undefined, showLine: (line: number) => void): void {
  const opened = useRef({ line, showLine });
  useEffect(() => {
    const { line: first, showLine: show } = opened.current;
    if (first !== undefined) show(first - 1);
  }, []);
}

/** Scrolls to the line in the URL's fragment, on load and on change. */
function useShowRange(
  line: number | undefined,
  scroller: { current: HTMLElement | null },
  showLine: (line: number) => void,
): void {
  const show = useRef(showLine);
  useEffect(() => {
    show.current = showLine;
  });
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (line === undefined || line === shown.current) return;
    const row = scroller.current?.querySelector(`[data-line="${line}"]`);
    const isSeen = row && shown.current !== undefined;
    shown.current = line;
    if (isSeen) return;
    show.current(line - 1);
    scroller.current?.scrollIntoView({ block: "nearest" });
  }, [line, scroller]);
}

function sizes(lineCount: number, widest: number): CSSProperties {
  return {
    "--row-height": `${ROW_HEIGHT_PX}px`,
    "--gutter-cells": Math.max(3, String(lineCount).length),
    "--widest": widest,
  } as CSSProperties;
}
