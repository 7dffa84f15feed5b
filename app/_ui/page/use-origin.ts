"use client";

import { useSyncExternalStore } from "react";

/** Origin of the page for commands to copy; empty on the server. */
export function useOrigin(): string {
  return useSyncExternalStore(subscribeToNothing, readOrigin, emptyOnServer);
}

const subscribeToNothing = () => () => {};
const readOrigin = () => window.location.origin;
const emptyOnServer = () => "";
