/**
 * Question to the user who they are, before a call that was refused without a recent authentication. The dialog of the
 * dashboards answers it.
 */
let pending: { answer: (isConfirmed: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/** Asks, and resolves to whether the user confirmed. A question that is asked meanwhile replaces the one before. */
export function askToConfirm(): Promise<boolean> {
  answerConfirmation(false);
  return new Promise((resolve) => {
    pending = { answer: resolve };
    notify();
  });
}

export function answerConfirmation(isConfirmed: boolean): void {
  pending?.answer(isConfirmed);
  pending = null;
  notify();
}

export const isConfirmationAsked = (): boolean => pending !== null;

/** Calls `listener` on each change. Returns the unsubscription. */
export function subscribeToConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
