"use client";

import { useSyncExternalStore } from "react";
import classes from "./kbd.module.css";

const KEY_NAMES: Record<string, string> = {
  mod: "Ctrl",
  enter: "Enter",
  escape: "Esc",
  arrowup: "↑",
  arrowdown: "↓",
};

/** Keycaps of a shortcut such as "mod+k", with the modifier of the reader's own platform. */
export function Kbd({ keys }: { keys: string }) {
  const isMac = useIsMac();
  return (
    <span className={classes.keys}>
      {keys.split("+").map((key) => (
        <kbd key={key} className={classes.key}>
          {key === "mod" && isMac ? "⌘" : (KEY_NAMES[key] ?? key.toUpperCase())}
        </kbd>
      ))}
    </span>
  );
}

/** False on the server and during hydration. */
function useIsMac(): boolean {
  return useSyncExternalStore(subscribeToNothing, detectMac, assumeNoMac);
}

const subscribeToNothing = () => () => {};
const detectMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);
const assumeNoMac = () => false;
