"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps an element where the reader sees it while the page around it changes, as when a build ends and its failure reason
 * appears above the log. Off-screen it may move.
 */
export function useSteadyPosition(isOn: boolean): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!isOn || !element) return;
    let top = element.getBoundingClientRect().top;
    const remember = () => {
      top = element.getBoundingClientRect().top;
    };
    const restore = () => {
      const { top: now, bottom } = element.getBoundingClientRect();
      const isInView = top < window.innerHeight && bottom - now + top > 0;
      if (now !== top && isInView) window.scrollBy({ top: now - top, behavior: "instant" });
      remember();
    };
    // The page grows or shrinks with what is above the log; a scroll is the reader's own.
    const observer = new ResizeObserver(restore);
    observer.observe(document.body);
    window.addEventListener("scroll", remember, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", remember);
    };
  }, [isOn]);
  return frame;
}
