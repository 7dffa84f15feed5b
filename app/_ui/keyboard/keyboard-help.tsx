"use client";

import dynamic from "next/dynamic";
import { createDisclosure } from "../actions/disclosure";
import { useShortcuts } from "./shortcuts";

export const keyboardHelp = createDisclosure();

const ShortcutHelp = dynamic(() => import("./shortcut-help").then((module) => module.ShortcutHelp), {
  ssr: false,
});

/** Help on keyboard shortcuts, opened by `?`; its dialog is loaded with the first opening. */
export function KeyboardHelp() {
  const { isOpen, wasOpened } = keyboardHelp.useState();
  useShortcuts("Everywhere", [{ keys: "?", label: "Keyboard shortcuts", run: keyboardHelp.open }]);
  return wasOpened ? <ShortcutHelp isOpen={isOpen} onClose={keyboardHelp.close} /> : null;
}
