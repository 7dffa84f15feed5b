"use client";

import { useSyncExternalStore } from "react";
import classes from "./connection-notice.module.css";

type ConnectionNoticeProps = {
  /** The page's live updates were connected and are not now. */
  isInterrupted?: boolean;
};

/** Notice in a corner of the page while the browser is offline, or while live updates are interrupted. */
export function ConnectionNotice({ isInterrupted = false }: ConnectionNoticeProps) {
  const isOnline = useSyncExternalStore(subscribe, isBrowserOnline, isServerOnline);
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
