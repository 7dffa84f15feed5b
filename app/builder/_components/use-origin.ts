"use client";

import { useSyncExternalStore } from "react";

/** Where this page was served from, for commands to copy; the server, which cannot know, leaves it out. */
export function useOrigin(): string {
  return useSyncExternalStore(subscribeToNothing, readOrigin, assumeNone);
}

const subscribeToNothing = () => () => {};
const readOrigin = () => window.location.origin;
const assumeNone = () => "";
