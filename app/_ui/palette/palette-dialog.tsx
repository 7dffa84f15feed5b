"use client";

import { Modal } from "@mantine/core";
import { useOpenAfterMount } from "../actions/use-popup";
import { commandPalette } from "./command-palette";
import { EMPTY_QUERY } from "./palette-search";
import { type PaletteProps, SearchList } from "./search-list";

export function PaletteDialog(props: PaletteProps) {
  const { isOpen } = commandPalette.useState();
  return (
    <Modal.Root
      opened={useOpenAfterMount(isOpen)}
      onClose={commandPalette.close}
      onExitTransitionEnd={() => props.onQueryChange(EMPTY_QUERY)}
      size={600}
      yOffset="12vh"
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <SearchList {...props} {...TEXTS} onClose={commandPalette.close} />
      </Modal.Content>
    </Modal.Root>
  );
}

const TEXTS = { label: "Search", listLabel: "Commands", placeholder: "Search or jump to…" };
