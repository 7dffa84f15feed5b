"use client";

import { useSyncExternalStore } from "react";
import classes from "./connection-notice.module.css";
import { countWaitingPages, watchWaitingPages } from "./page-requests.ts";

type ConnectionNoticeProps = {
  /** The page's live updates were connected and are not now. */
  isInterrupted?: boolean;
};

/**
 * Notice in a corner of the page while the browser is offline, a page waits for the network, or live updates are
 * interrupted.
 */
export function ConnectionNotice({ isInterrupted = false }: ConnectionNoticeProps) {
  const isOnline = useSyncExternalStore(subscribe, isBrowserOnline, isServerOnline);
  const isWaiting = useSyncExternalStore(watchWaitingPages, countWaitingPages, () => 0) > 0;
  return (
    <div role="status" className={classes.region}>
      {!isOnline && (
        <p className={classes.notice}>
          You’re offline. {isWaiting ? "The page opens when you reconnect." : "Changes aren’t saved."}
        </p>
      )}
      {isOnline && isWaiting && (
        <p className={classes.notice}>Can’t reach the server. The page opens when it responds.</p>
      )}
      {isOnline && isInterrupted && !isWaiting && (
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
