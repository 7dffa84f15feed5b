"use client";

import { useRef, useState } from "react";
import type { RouterOutputs } from "../../../_trpc/client";
import { useThrottle } from "../use-throttle";

/** A long log is parsed again for each render, so slices are rendered in batches. */
const RENDER_INTERVAL_MS = 200;

export interface BuildLog {
  text: string;
  /** All that the server has was received. */
  isComplete: boolean;
  isOpen: boolean;
  isTruncated: boolean;
}

const EMPTY_LOG: BuildLog = { text: "", isComplete: false, isOpen: true, isTruncated: false };

type LogSlice = RouterOutputs["builds"]["log"];

/** Log from the slices of a subscription; a reconnect resumes after the last received byte. */
export function useLogSlices(): { log: BuildLog; onData: (event: { data: LogSlice }) => void } {
  const [log, setLog] = useState(EMPTY_LOG);
  const next = useRef(EMPTY_LOG);
  const end = useRef(0);
  const render = useThrottle(() => setLog(next.current), RENDER_INTERVAL_MS);
  const onData = ({ data: slice }: { data: LogSlice }) => {
    const isNew = slice.end > end.current;
    next.current = {
      text: isNew ? next.current.text + slice.text : next.current.text,
      isComplete: slice.end >= slice.sizeBytes,
      isOpen: slice.isOpen,
      isTruncated: slice.isTruncated,
    };
    end.current = Math.max(end.current, slice.end);
    render();
  };
  return { log, onData };
}
