"use client";

import { useSyncExternalStore } from "react";

export type Opener = {
  open: () => void;
  close: () => void;
  toggle: () => void;
  /** `wasOpened` tells whether the dialog's code is needed at all. */
  useState: () => { isOpen: boolean; wasOpened: boolean };
};

/** The open state of a dialog that there is once and that many places open: a key, a button, a menu. */
export function createOpener(): Opener {
  const listeners = new Set<() => void>();
  let state = { isOpen: false, wasOpened: false };

  function set(isOpen: boolean): void {
    state = { isOpen, wasOpened: state.wasOpened || isOpen };
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    open: () => set(true),
    close: () => set(false),
    toggle: () => set(!state.isOpen),
    useState: () => useSyncExternalStore(subscribe, () => state, readClosed),
  };
}

const closed = { isOpen: false, wasOpened: false };
const readClosed = () => closed;
