"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

export type Shortcut = {
  /** "j", "enter", "?", or "mod+k" for Cmd on a Mac and Ctrl elsewhere. */
  keys: string;
  label: string;
  run: () => void;
};

export type ShortcutGroup = { title: string; shortcuts: Shortcut[] };

const STORAGE_KEY = "drydock-single-key-shortcuts";

/**
 * Keyboard shortcuts of a mounted component; the help that `?` opens lists them under `title`. Not `useHotkeys` of Mantine: there
 * every mounted component that has a key gets it, not the last one alone; Shift must match, which `?` on other keyboards
 * does not; repeated keys count; and shortcuts cannot be listed, turned off (WCAG 2.1.4) or left to open menus and dialogs.
 */
export function useShortcuts(title: string, shortcuts: Shortcut[]): void {
  const group = useRef<ShortcutGroup>({ title, shortcuts });
  useEffect(() => {
    group.current.shortcuts = shortcuts;
  });
  useEffect(() => register(group.current), []);
}

/** Suppresses all shortcuts without a modifier, wherever the focus is, while a form is being filled in. */
export function useSuppressedShortcuts(isSuppressed: boolean): void {
  useEffect(() => {
    if (!isSuppressed) return;
    suppressions += 1;
    return () => {
      suppressions -= 1;
    };
  }, [isSuppressed]);
}

/** Shortcuts of the page at this moment. */
export function useShortcutGroups(): ShortcutGroup[] {
  return useSyncExternalStore(subscribe, readGroups, readNoGroups);
}

/** Setting for single-key shortcuts. They can be disabled (WCAG 2.1.4), because speech input triggers them by accident. */
export function useSingleKeys(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, readSingleKeys, isOnByDefault), writeSingleKeys];
}

const listeners = new Set<() => void>();
let groups: ShortcutGroup[] = [];
let suppressions = 0;

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

/** The component that was mounted last wins: shortcuts of a page override those of its shell. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing) return;
  for (const { shortcuts } of groups.toReversed()) {
    const shortcut = shortcuts.find(({ keys }) => matches(event, keys));
    if (!shortcut || isIgnored(event, shortcut.keys, activeKeys())) continue;
    event.preventDefault();
    shortcut.run();
    return;
  }
}

const activeKeys = (): ActiveKeys => (suppressions > 0 ? "modified" : readSingleKeys() ? "all" : "no single");

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
    // Without storage the setting cannot be saved and keeps its default.
  }
  notify();
}

const readGroups = () => groups;
const readNoGroups = () => noGroups;
const isOnByDefault = () => true;
const noGroups: ShortcutGroup[] = [];

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target">;

/** True if an event presses the keys. Shift does not count: "?" needs it on most keyboards and not on all. */
export function matches(event: KeyPress, keys: string): boolean {
  const isWithModifier = keys.startsWith("mod+");
  const key = isWithModifier ? keys.slice("mod+".length) : keys;
  return (
    event.key.toLowerCase() === key && !event.altKey && (event.ctrlKey || event.metaKey) === isWithModifier
  );
}

/** Keys that trigger shortcuts: all, none that is a single character, or only those with a modifier. */
export type ActiveKeys = "all" | "no single" | "modified";

/** Keys without a modifier are left to text fields, open dialogs and menus; Enter is left to the focused control. */
export function isIgnored(event: KeyPress, keys: string, active: ActiveKeys): boolean {
  if (keys.startsWith("mod+")) return false;
  if (active === "modified" || (active === "no single" && keys.length === 1)) return true;
  if (!(event.target instanceof Element)) return false;
  const owners = keys === "enter" ? `${KEY_OWNERS}, a, button, summary` : KEY_OWNERS;
  return event.target.closest(owners) !== null;
}

const KEY_OWNERS =
  "input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]";
