"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Setting that is on or off, kept in local storage; off on the server. */
export function useLocalSetting(name: string): [isOn: boolean, toggle: () => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => false,
  );
  const toggle = useCallback(() => {
    write(name, !read(name));
    for (const listener of listeners) listener();
  }, [name]);
  return [isOn, toggle];
}

const listeners = new Set<() => void>();
/** The settings where local storage is unavailable. */
const remembered = new Map<string, boolean>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(name: string): boolean {
  try {
    return window.localStorage.getItem(name) === "on";
  } catch {
    return remembered.get(name) ?? false;
  }
}

function write(name: string, isOn: boolean): void {
  remembered.set(name, isOn);
  try {
    window.localStorage.setItem(name, isOn ? "on" : "off");
  } catch {
    // Without storage the setting lasts as long as the page.
  }
}
