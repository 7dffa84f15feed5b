import { readProblem } from "./problem.ts";

/**
 * Expiry of the session, detected by the first call that is rejected as unauthenticated. The page stays as it is, with
 * unsaved input, and asks the user to sign in again.
 */
let isExpired = false;
const listeners = new Set<() => void>();

/** Error handler of all calls. */
export function noteSessionExpiry(error: unknown): void {
  if (typeof window !== "undefined" && readProblem(error).code === "UNAUTHENTICATED") setSessionExpired(true);
}

export function setSessionExpired(next: boolean): void {
  isExpired = next;
  for (const listener of listeners) listener();
}

export const isSessionExpired = (): boolean => isExpired;

/** Calls `listener` on each change. Returns the unsubscription. */
export function subscribeToSessionExpiry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
