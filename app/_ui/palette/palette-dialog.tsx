"use client";

import { Loader, Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useState } from "react";
import { useOpenAfterMount } from "../actions/use-popup";
import type { CommandPaletteProps } from "./command-palette";
import classes from "./palette.module.css";
import { PaletteOptions } from "./palette-options";
import { groupActions, type PaletteAction, searchActions } from "./palette-search";

type PaletteDialogProps = CommandPaletteProps & { isOpen: boolean; onClose: () => void };

export function PaletteDialog({ isOpen, onClose, ...palette }: PaletteDialogProps) {
  return (
    <Modal.Root
      opened={useOpenAfterMount(isOpen)}
      onClose={onClose}
      onExitTransitionEnd={() => palette.onQueryChange?.("")}
      size={600}
      yOffset="12vh"
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <Palette {...palette} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

/**
 * Combobox with a listbox that is always open. Mantine's Spotlight does not announce the active option to assistive
 * technology.
 */
function Palette({
  actions,
  results = [],
  isSearching,
  onQueryChange,
  onClose,
}: Omit<PaletteDialogProps, "isOpen">) {
  const router = useRouter();
  const listId = useId();
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(0);
  const groups = groupActions([...searchActions(actions, query), ...results]);
  const options = groups.flatMap((group) => group.actions);
  const active = options[Math.min(index, options.length - 1)];

  function perform(action: PaletteAction) {
    onClose();
    action.run?.();
    if (action.href) router.push(action.href);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setIndex((index + step + options.length) % Math.max(1, options.length));
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      perform(active);
    }
  }

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-label="Search"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or jump to…"
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setIndex(0);
            onQueryChange?.(event.currentTarget.value);
          }}
        />
        {isSearching && <Loader size={16} aria-label="Searching" />}
      </div>
      <PaletteOptions
        listId={listId}
        groups={groups}
        activeId={active?.id}
        onHover={(action) => setIndex(options.indexOf(action))}
        onPick={perform}
        emptyText={isSearching ? "Searching…" : `No results for “${query.trim()}”`}
      />
    </>
  );
}
