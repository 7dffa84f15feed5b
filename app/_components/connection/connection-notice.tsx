"use client";

import { useRef, useSyncExternalStore } from "react";
import classes from "./connection-notice.module.css";

type ConnectionNoticeProps = {
  /** State of the page's live updates. */
  liveStatus?: "idle" | "connecting" | "pending" | "error";
};

/** Notice at the edge of the page while the browser is offline, or while live updates are interrupted. */
export function ConnectionNotice({ liveStatus = "idle" }: ConnectionNoticeProps) {
  const isOnline = useSyncExternalStore(subscribe, isBrowserOnline, isServerOnline);
  const wasLive = useRef(false);
  if (liveStatus === "pending") wasLive.current = true;
  const isInterrupted = liveStatus === "error" || (liveStatus === "connecting" && wasLive.current);
  return (
    <div role="status" className={classes.region}>
      {!isOnline && <p className={classes.notice}>You’re offline. Changes aren’t saved.</p>}
      {isOnline && isInterrupted && (
        <p className={classes.notice} data-delayed="">
          Connection lost. Reconnecting…
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

const isBrowserOnline = () => navigator.onLine;
const isServerOnline = () => true;
