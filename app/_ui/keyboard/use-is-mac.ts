"use client";

import { useSyncExternalStore } from "react";

/** Which modifier the reader's keyboard has; false until the page lives in a browser. */
export function useIsMac(): boolean {
  return useSyncExternalStore(subscribeToNothing, detect, assumeNot);
}

const subscribeToNothing = () => () => {};
const detect = () => /mac|iphone|ipad/i.test(navigator.userAgent);
const assumeNot = () => false;
