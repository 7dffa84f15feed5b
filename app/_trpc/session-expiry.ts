import { readProblem } from "./problem.ts";

/**
 * Expiry of the session, noticed by the first call that is refused for lack of one. The page stays as it is, so that
 * nothing typed is lost, and asks for a new sign-in.
 */
let isExpired = false;
const listeners = new Set<() => void>();

/** Records the refusal of a call, for the handlers of errors. */
export function noteSessionExpiry(error: unknown): void {
  if (typeof window !== "undefined" && readProblem(error).code === "UNAUTHENTICATED") setSessionExpired(true);
}

export function setSessionExpired(next: boolean): void {
  isExpired = next;
  for (const listener of listeners) listener();
}

export const isSessionExpired = (): boolean => isExpired;

/** Calls `listener` on each change; returns the end of that. */
export function subscribeToSessionExpiry(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
