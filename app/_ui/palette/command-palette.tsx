"use client";

import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { createDisclosure } from "../actions/disclosure";
import { onDemand } from "../actions/on-demand";
import { Kbd } from "../keyboard/kbd";
import { useShortcuts } from "../keyboard/shortcuts";
import classes from "./palette-button.module.css";

export const commandPalette = createDisclosure();

/** Command palette, opened by Ctrl/Cmd-K. Its dialog, the child, is a lazy component and loaded with the first opening. */
export function CommandPalette({ children }: { children: ReactNode }) {
  const { wasOpened } = commandPalette.useState();
  useShortcuts("Everywhere", [{ keys: "mod+k", label: "Search and commands", run: commandPalette.toggle }]);
  return wasOpened ? children : null;
}

/** Button in the style of a search field that opens the command palette; an icon on narrow screens. */
export function PaletteButton() {
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={commandPalette.open}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.label}>Search</span>
      <span className={classes.keys} aria-hidden="true">
        <Kbd keys="mod+k" />
      </span>
    </button>
  );
}

export const keyboardHelp = createDisclosure();

const ShortcutHelp = onDemand(() =>
  import("../keyboard/shortcut-help").then((module) => module.ShortcutHelp),
);

/** Help on keyboard shortcuts, opened by `?`; its dialog is loaded with the first opening. */
export function KeyboardHelp() {
  const { isOpen, wasOpened } = keyboardHelp.useState();
  useShortcuts("Everywhere", [{ keys: "?", label: "Keyboard shortcuts", run: keyboardHelp.open }]);
  return wasOpened ? <ShortcutHelp isOpen={isOpen} onClose={keyboardHelp.close} /> : null;
}
