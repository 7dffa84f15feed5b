"use client";

import { type RefObject, useEffect } from "react";

/** Attributes of the row of a line. */
export const markLine = (isMarked: boolean) =>
  isMarked ? { "data-marked": true, "aria-current": true as const } : {};

/** Scrolls to the marked line and moves the focus to its text, which the arrow keys then scroll. */
export function revealMarkedLine(root: ParentNode | null = document): void {
  const row = root?.querySelector("[data-marked]");
  row?.closest("section")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "center" });
}

/** Reveals the marked line of a text when it is shown, and when another line is marked. */
export function useMarkedLine(frame: RefObject<HTMLElement | null>, line: number | undefined): void {
  useEffect(() => {
    if (line) revealMarkedLine(frame.current);
  }, [frame, line]);
}
