"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useId, useState } from "react";
import { PaletteField } from "./palette-field";
import { PaletteOptions } from "./palette-options";
import { EMPTY_QUERY, groupActions, type PaletteAction, type PaletteQuery } from "./palette-search";

export type PaletteProps = {
  query: PaletteQuery;
  onQueryChange: (query: PaletteQuery) => void;
  /** Matches of the query, in the order of their groups. */
  actions: PaletteAction[];
  isSearching: boolean;
  /** Search that failed; what is found without the server is offered all the same. */
  failure?: { message: string; retry: () => void } | undefined;
};

type SearchListProps = PaletteProps & {
  /** Accessible names of the field and the list. */
  label: string;
  listLabel: string;
  placeholder: string;
  onClose: () => void;
};

/**
 * Combobox with a listbox that is always open. Mantine's Spotlight does not announce the active option to assistive
 * technology.
 */
export function SearchList(props: SearchListProps) {
  const { query, onQueryChange, actions, isSearching, failure, onClose } = props;
  const router = useRouter();
  const listId = useId();
  const [activeId, setActiveId] = useState<string>();
  const groups = groupActions(actions);
  const options = groups.flatMap((group) => group.actions);
  const active = options.find(({ id }) => id === activeId) ?? options[0];

  function change(next: PaletteQuery) {
    setActiveId(undefined);
    onQueryChange(next);
  }

  function perform({ scope, run, href }: PaletteAction) {
    if (scope) {
      change({ text: "", scope });
      return;
    }
    onClose();
    run?.();
    if (href) router.push(href);
  }

  function move(step: number) {
    const index = active ? options.indexOf(active) : 0;
    setActiveId(options[(index + step + options.length) % Math.max(1, options.length)]?.id);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      move(step);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      perform(active);
    } else if (event.key === "Backspace" && query.text === "" && query.scope) {
      event.preventDefault();
      change(EMPTY_QUERY);
    }
  }

  return (
    <>
      <PaletteField
        listId={listId}
        activeId={active?.id}
        label={props.label}
        placeholder={props.placeholder}
        query={query}
        onQueryChange={change}
        onKeyDown={onKeyDown}
        isSearching={isSearching}
      />
      <PaletteOptions
        listId={listId}
        label={props.listLabel}
        groups={groups}
        activeId={active?.id}
        onHover={({ id }) => setActiveId(id)}
        onPick={perform}
        status={describeResults(options.length, query.text, isSearching)}
        failure={failure}
      />
    </>
  );
}

function describeResults(count: number, text: string, isSearching: boolean): string {
  if (count > 0) return count === 1 ? "1 result" : `${count} results`;
  if (isSearching) return "Searching…";
  return text.trim() === "" ? "No results" : `No results for “${text.trim()}”`;
}
