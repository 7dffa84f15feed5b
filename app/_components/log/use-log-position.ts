"use client";

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";
import { ROW_HEIGHT_PX } from "./lines/log-rows.ts";
import type { LogWindow } from "./use-log-window.ts";

/**
 * Frames for which a position is restored. The first scroll can end short of it: the browser has not laid out the space of
 * all lines by then, and more lines may be loaded meanwhile.
 */
const SETTLE_FRAMES = 2;

/** Line to scroll to, and its distance from the top of the viewport: without it, the line is in the upper third. */
type Target = {
  line: number;
  insetPx?: number;
  /** The next render scrolls to it. Others don't: a scroll renders other rows, and would be repeated without end. */
  isDue: boolean;
  cancel: () => void;
};

type PositionOf = {
  view: LogWindow;
  lineCount: number;
  /** A reader at the end is kept at the end. */
  isFollowing: boolean;
  /** Line at which the log opens; one that is known later moves nothing. */
  openAt: number | undefined;
  /** Line in the URL's fragment, once it is loaded. */
  linked: number | undefined;
  /** Lines before the error log, if that is shown; when more are loaded, what is in view stays there. */
  offset: number | undefined;
  reveal: (line: number) => void;
};

/**
 * Scroll position of a log.
 * @returns a function that unfolds a line and scrolls to it, and whether the log is where it opens: until then its lines are
 * not shown, since they would be seen to jump
 */
export function useLogPosition(options: PositionOf): { showLine: (line: number) => void; isPlaced: boolean } {
  const { view, lineCount, isFollowing, openAt, linked, offset, reveal } = options;
  const { scroller, scrollToLine, topOfLine } = view;
  const target = useRef<Target>(undefined);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  function showLine(line: number): void {
    reveal(line);
    scrollTo({ line });
  }

  function scrollTo(next: Pick<Target, "line" | "insetPx">): void {
    target.current?.cancel();
    const cancel = afterFrames(SETTLE_FRAMES, () => {
      scrollToLatest.current();
      target.current = undefined;
    });
    target.current = { ...next, isDue: true, cancel };
    renderAgain();
  }
  useEffect(() => () => target.current?.cancel(), []);

  const height = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || lineCount === 0) return;
    const wasAtEnd = element.scrollTop + element.clientHeight >= height.current - 2 * ROW_HEIGHT_PX;
    height.current = element.scrollHeight;
    if (isFollowing && wasAtEnd) element.scrollTop = element.scrollHeight;
  }, [scroller, lineCount, isFollowing]);

  const placed = useRef<{ offset: number; topPx: number }>(undefined);
  useLayoutEffect(() => {
    const before = placed.current;
    placed.current = offset === undefined ? undefined : { offset, topPx: topOfLine(offset) };
    const element = scroller.current;
    if (!element || !before || offset === undefined || before.offset === offset) return;
    // Lines are numbered anew.
    if (target.current) {
      target.current.line += offset - before.offset;
      target.current.isDue = true;
    } else {
      scrollTo({ line: offset, insetPx: before.topPx - element.scrollTop });
    }
  });

  function scrollToTarget(): void {
    if (!target.current) return;
    target.current.isDue = false;
    scrollToLine(target.current.line, target.current.insetPx);
  }
  const scrollToLatest = useRef(scrollToTarget);
  // After the render in which the line is unfolded.
  useLayoutEffect(() => {
    scrollToLatest.current = scrollToTarget;
    if (target.current?.isDue) scrollToTarget();
  });

  const open = useRef({ line: openAt, showLine });
  const [isPlaced, setIsPlaced] = useState(openAt === undefined);
  useEffect(() => {
    const { line, showLine: show } = open.current;
    if (line === undefined) return;
    show(line);
    return afterFrames(SETTLE_FRAMES, () => setIsPlaced(true));
  }, []);

  useShowLinked(linked, scroller, showLine);
  return { showLine, isPlaced };
}

/** Calls back after so many frames. @returns the cancellation */
function afterFrames(count: number, run: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    count -= 1;
    if (count === 0) run();
    else frame = requestAnimationFrame(next);
  });
  return () => cancelAnimationFrame(frame);
}

/** Scrolls to the line in the URL's fragment, on load and on change. */
function useShowLinked(
  line: number | undefined,
  scroller: LogWindow["scroller"],
  showLine: (line: number) => void,
): void {
  const show = useRef(showLine);
  useEffect(() => {
    show.current = showLine;
  });
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (line === undefined || line === shown.current) return;
    const row = scroller.current?.querySelector(`[data-line="${line + 1}"]`);
    const isSeen = row && shown.current !== undefined;
    shown.current = line;
    if (isSeen) return;
    show.current(line);
    scroller.current?.scrollIntoView({ block: "nearest" });
  }, [line, scroller]);
}
