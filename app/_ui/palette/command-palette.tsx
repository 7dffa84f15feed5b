"use client";

import dynamic from "next/dynamic";
import { createOpener } from "../actions/disclosure";
import { useShortcuts } from "../keyboard/shortcuts";
import type { PaletteAction } from "./palette-search";

export type CommandPaletteProps = {
  /** Pages and commands that are always there. */
  actions: PaletteAction[];
  /** What the server found for the query; shown below the actions, unfiltered. */
  results?: PaletteAction[];
  isSearching?: boolean;
  onQueryChange?: (query: string) => void;
};

export const commandPalette = createOpener();

const PaletteDialog = dynamic(() => import("./palette-dialog").then((module) => module.PaletteDialog), {
  ssr: false,
});

/** Opens on Ctrl/Cmd-K; the dialog and its code arrive with the first time. */
export function CommandPalette(props: CommandPaletteProps) {
  const { isOpen, wasOpened } = commandPalette.useState();
  useShortcuts("Everywhere", [{ keys: "mod+k", label: "Search and commands", run: commandPalette.toggle }]);
  return wasOpened ? <PaletteDialog {...props} isOpen={isOpen} onClose={commandPalette.close} /> : null;
}
