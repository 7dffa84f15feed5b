"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { isSilenced, matches } from "./keys";

export type Shortcut = {
  /** As it is pressed: "j", "enter", "?", "mod+k" (Cmd on a Mac, Ctrl elsewhere). */
  keys: string;
  label: string;
  run: () => void;
};

export type ShortcutGroup = { title: string; shortcuts: Shortcut[] };

const STORAGE_KEY = "drydock-single-key-shortcuts";

/** Binds keys while the component is on the page, and lists them under `title` in the help that `?` opens. */
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const group = useRef<ShortcutGroup>({ title, shortcuts });
  useEffect(() => {
    group.current.shortcuts = shortcuts;
  });
  useEffect(() => register(group.current), []);
}

/** Keeps all keys but those with a modifier from acting, wherever the focus is, while something is being filled in. */
export function useQuietKeys(isQuiet: boolean): void {
  useEffect(() => {
    if (!isQuiet) return;
    quieteners += 1;
    return () => {
      quieteners -= 1;
    };
  }, [isQuiet]);
}

/** What can be pressed on this page, now. */
export function useShortcutGroups(): ShortcutGroup[] {
  return useSyncExternalStore(subscribe, readGroups, readNoGroups);
}

/** Single keys can be switched off (WCAG 2.1.4): speech input would press them by accident. */
export function useSingleKeys(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, readSingleKeys, isOnAtFirst), writeSingleKeys];
}

const listeners = new Set<() => void>();
let groups: ShortcutGroup[] = [];
let quieteners = 0;

function register(group: ShortcutGroup): () => void {
  if (groups.length === 0) document.addEventListener("keydown", onKeyDown);
  groups = [...groups, group];
  notify();
  return () => {
    groups = groups.filter((other) => other !== group);
    if (groups.length === 0) document.removeEventListener("keydown", onKeyDown);
    notify();
  };
}

/** The component that came last wins: a page's keys lie above its shell's. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  for (const { shortcuts } of groups.toReversed()) {
    const shortcut = shortcuts.find(({ keys }) => matches(event, keys));
    if (!shortcut || isSilenced(event, shortcut.keys, heard())) continue;
    event.preventDefault();
    shortcut.run();
    return;
  }
}

const heard = () => (quieteners > 0 ? "modified" : readSingleKeys() ? "all" : "no single");

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

function readSingleKeys(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true;
  }
}

function writeSingleKeys(isOn: boolean): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, isOn ? "on" : "off");
  } catch {
    // Without storage the choice cannot be kept; the keys stay as they are.
  }
  notify();
}

const readGroups = () => groups;
const readNoGroups = () => noGroups;
const isOnAtFirst = () => true;
const noGroups: ShortcutGroup[] = [];
