"use client";

import { useSyncExternalStore } from "react";

export type Disclosure = {
  open: () => void;
  close: () => void;
  toggle: () => void;
  /** `wasOpened` is true from the first opening on: only then is the code of the dialog needed. */
  useState: () => { isOpen: boolean; wasOpened: boolean };
};

/** Store of the open state of a dialog that exists once per page and is opened from several places: a shortcut, a button, a menu. */
export function createDisclosure(): Disclosure {
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
