"use client";

import { useCallback, useSyncExternalStore } from "react";

const STORAGE_KEY = "drydock-log-wrap";

/** Setting for line wrap in logs, kept in local storage. */
export function useLineWrap(): [isWrapped: boolean, toggle: () => void] {
  const isWrapped = useSyncExternalStore(subscribe, read, readOnServer);
  const toggle = useCallback(() => {
    write(!read());
    for (const listener of listeners) listener();
  }, []);
  return [isWrapped, toggle];
}

const listeners = new Set<() => void>();
/** The setting where local storage is unavailable. */
let remembered = false;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) === "on";
  } catch {
    return remembered;
  }
}

function write(isWrapped: boolean): void {
  remembered = isWrapped;
  try {
    window.localStorage.setItem(STORAGE_KEY, isWrapped ? "on" : "off");
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}

const readOnServer = () => false;
