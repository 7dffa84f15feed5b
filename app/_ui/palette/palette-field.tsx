"use client";

import { Loader } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import { MAX_SEARCH_LENGTH } from "@/shared/bounds.ts";
import classes from "./palette.module.css";
import { EMPTY_QUERY, type PaletteQuery } from "./palette-search";

type PaletteFieldProps = {
  listId: string;
  activeId: string | undefined;
  label: string;
  placeholder: string;
  query: PaletteQuery;
  onQueryChange: (query: PaletteQuery) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  isSearching: boolean;
};

/** Combobox of the palette, with its scope as a button that leaves it; Backspace in an empty field does the same. */
export function PaletteField(props: PaletteFieldProps) {
  const { listId, activeId, label, placeholder, query, onQueryChange, onKeyDown, isSearching } = props;
  const { text, scope } = query;
  const input = useRef<HTMLInputElement>(null);

  function leaveScope() {
    onQueryChange(EMPTY_QUERY);
    input.current?.focus();
  }

  return (
    <div className={classes.field}>
      <IconSearch size={18} stroke={1.75} aria-hidden="true" className={classes.icon} />
      {scope && (
        <button
          type="button"
          className={classes.scope}
          aria-label={`Leave ${scope.label}`}
          onClick={leaveScope}
        >
          {scope.label}
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <input
        ref={input}
        data-autofocus
        className={classes.input}
        role="combobox"
        aria-label={scope?.label ?? label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId && `${listId}-${activeId}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={scope?.placeholder ?? placeholder}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => onQueryChange({ text: event.currentTarget.value, scope })}
      />
      {isSearching && <Loader size={16} aria-hidden="true" />}
    </div>
  );
}
