"use client";

import { useRef, useState } from "react";
import type { RouterOutputs } from "../../../_trpc/client";
import { useThrottle } from "../use-throttle";

/** Slices are rendered in batches. */
const RENDER_INTERVAL_MS = 200;

type LogSlice = RouterOutputs["builds"]["log"];

export interface LogSlices {
  slices: readonly Pick<LogSlice, "text" | "arrivals">[];
  /** All that the server has was received. */
  isComplete: boolean;
  isOpen: boolean;
  isTruncated: boolean;
}

const EMPTY_LOG: LogSlices = { slices: [], isComplete: false, isOpen: true, isTruncated: false };

/** Log from the slices of a subscription; a reconnect resumes after the last received byte. */
export function useLogSlices(): { log: LogSlices; onData: (event: { data: LogSlice }) => void } {
  const [log, setLog] = useState(EMPTY_LOG);
  const next = useRef(EMPTY_LOG);
  const end = useRef(0);
  const render = useThrottle(() => setLog(next.current), RENDER_INTERVAL_MS);
  const onData = ({ data: slice }: { data: LogSlice }) => {
    const isNew = slice.end > end.current;
    next.current = {
      slices: isNew ? [...next.current.slices, slice] : next.current.slices,
      isComplete: slice.end >= slice.sizeBytes,
      isOpen: slice.isOpen,
      isTruncated: slice.isTruncated,
    };
    end.current = Math.max(end.current, slice.end);
    render();
  };
  return { log, onData };
}
