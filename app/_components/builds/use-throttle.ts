"use client";

import { useEffect, useRef } from "react";

/** Throttle: `run` is called once, `intervalMs` after the first call of a burst. */
export function useThrottle(run: () => void, intervalMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run();
    }, intervalMs);
  };
}
