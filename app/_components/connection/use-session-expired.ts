"use client";

import { useSyncExternalStore } from "react";
import { isSessionExpired, subscribeToSessionExpiry } from "@/app/_trpc/query-client.ts";

/** State of the session: true from the first rejected call until the user has signed in again. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribeToSessionExpiry, isSessionExpired, isServerExpired);
}

/** On the server a page without a session redirects to sign-in. */
const isServerExpired = () => false;
