"use client";

import { useRef, useState } from "react";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { useThrottle } from "@/app/_ui/data/clock.tsx";

/** Slices are rendered in batches. */
const RENDER_INTERVAL_MS = 200;

export type LogSlice = RouterOutputs["builds"]["log"];

export interface LogSlices {
  slices: readonly Pick<LogSlice, "text" | "arrivals">[];
  /** All that the server has was received. */
  isComplete: boolean;
  isOpen: boolean;
  isTruncated: boolean;
}

const EMPTY_LOG: LogSlices = { slices: [], isComplete: false, isOpen: true, isTruncated: false };

/**
 * Log from its first slice, which the server renders, and from those of a subscription that starts where the first one ends.
 * A reconnect resumes after the last received byte.
 */
export function useLogSlices(first: LogSlice | null): {
  log: LogSlices;
  onData: (event: { data: LogSlice }) => void;
} {
  const [log, setLog] = useState(() => (first ? addSlice(EMPTY_LOG, first) : EMPTY_LOG));
  const next = useRef(log);
  const end = useRef(first?.end ?? 0);
  const render = useThrottle(() => setLog(next.current), RENDER_INTERVAL_MS);
  const onData = ({ data: slice }: { data: LogSlice }) => {
    const isNew = slice.end > end.current;
    next.current = addSlice(next.current, slice, isNew);
    end.current = Math.max(end.current, slice.end);
    render();
  };
  return { log, onData };
}

const addSlice = ({ slices }: LogSlices, slice: LogSlice, isNew = slice.text !== ""): LogSlices => ({
  slices: isNew ? [...slices, slice] : slices,
  isComplete: slice.end >= slice.sizeBytes,
  isOpen: slice.isOpen,
  isTruncated: slice.isTruncated,
});
