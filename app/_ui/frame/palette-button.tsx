"use client";

import { IconSearch } from "@tabler/icons-react";
import { Kbd } from "../keyboard/kbd";
import { useIsMac } from "../keyboard/use-is-mac";
import { commandPalette } from "../palette/command-palette";
import classes from "./palette-button.module.css";

/** Looks like a search field and opens the command palette; an icon on narrow screens. */
export function PaletteButton() {
  const isMac = useIsMac();
  return (
    <button type="button" className={classes.button} aria-haspopup="dialog" onClick={commandPalette.open}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.label}>Search</span>
      <span className={classes.keys} aria-hidden="true">
        <Kbd keys="mod+k" isMac={isMac} />
      </span>
    </button>
  );
}
