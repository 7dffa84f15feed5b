"use client";

import { IconSearch } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { createDisclosure } from "../actions/disclosure";
import { Kbd } from "../keyboard/kbd";
import { useShortcuts } from "../keyboard/shortcuts";
import classes from "./palette-button.module.css";
import type { PaletteAction } from "./palette-search";

export type CommandPaletteProps = {
  /** Pages and commands, filtered by the query. */
  actions: PaletteAction[];
  /** Results of the server for the query; shown below the actions, unfiltered. */
  results?: PaletteAction[];
  isSearching?: boolean;
  onQueryChange?: (query: string) => void;
};

export const commandPalette = createDisclosure();

const PaletteDialog = dynamic(() => import("./palette-dialog").then((module) => module.PaletteDialog), {
  ssr: false,
});

/** Command palette, opened by Ctrl/Cmd-K; its dialog is loaded with the first opening. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, wasOpened } = commandPalette.useState();
  useShortcuts("Everywhere", [{ keys: "mod+k", label: "Search and commands", run: commandPalette.toggle }]);
  return wasOpened ? <PaletteDialog {...props} isOpen={isOpen} onClose={commandPalette.close} /> : null;
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

const ShortcutHelp = dynamic(
  () => import("../keyboard/shortcut-help").then((module) => module.ShortcutHelp),
  {
    ssr: false,
  },
);

/** Help on keyboard shortcuts, opened by `?`; its dialog is loaded with the first opening. */
export function KeyboardHelp() {
  const { isOpen, wasOpened } = keyboardHelp.useState();
  useShortcuts("Everywhere", [{ keys: "?", label: "Keyboard shortcuts", run: keyboardHelp.open }]);
  return wasOpened ? <ShortcutHelp isOpen={isOpen} onClose={keyboardHelp.close} /> : null;
}
