"use client";

import { useEffect, useRef, useState } from "react";
import { trpc } from "../../../../_trpc/client";

/** Parts that come together are shown together: reading a long log anew for each would take longer than they do. */
const GATHER_MS = 200;

export interface BuildLog {
  text: string;
  /** Whether all that there is has come. */
  isWhole: boolean;
  isOpen: boolean;
  isTruncated: boolean;
}

const NOTHING: BuildLog = { text: "", isWhole: false, isOpen: true, isTruncated: false };

/** What the worker wrote while it built, as it grows; a reader that was cut off goes on where it was. */
export function useBuildLog(tenant: string, buildId: string): BuildLog {
  const [log, setLog] = useState(NOTHING);
  const next = useRef(NOTHING);
  const end = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  trpc.builds.onLog.useSubscription(
    { tenant, buildId },
    {
      onData: ({ data: slice }) => {
        const isNew = slice.end > end.current;
        next.current = {
          text: isNew ? next.current.text + slice.text : next.current.text,
          isWhole: slice.end >= slice.sizeBytes,
          isOpen: slice.isOpen,
          isTruncated: slice.isTruncated,
        };
        end.current = Math.max(end.current, slice.end);
        timer.current ??= setTimeout(() => {
          timer.current = undefined;
          setLog(next.current);
        }, GATHER_MS);
      },
    },
  );
  return log;
}
