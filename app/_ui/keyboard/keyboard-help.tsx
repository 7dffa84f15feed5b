"use client";

import dynamic from "next/dynamic";
import { createOpener } from "../actions/disclosure";
import { useShortcuts } from "./shortcuts";

export const keyboardHelp = createOpener();

const ShortcutHelp = dynamic(() => import("./shortcut-help").then((module) => module.ShortcutHelp), {
  ssr: false,
});

/** Opens on `?`; the dialog and its code arrive with the first time. */
export function KeyboardHelp() {
  const { isOpen, wasOpened } = keyboardHelp.useState();
  useShortcuts("Everywhere", [{ keys: "?", label: "Keyboard shortcuts", run: keyboardHelp.open }]);
  return wasOpened ? <ShortcutHelp isOpen={isOpen} onClose={keyboardHelp.close} /> : null;
}
