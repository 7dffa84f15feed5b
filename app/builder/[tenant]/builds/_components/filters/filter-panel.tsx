"use client";

import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import type { BuildListQuery } from "@/app/_paths/build-list-query.ts";
import { PopupPanel } from "@/app/_ui/actions/popup-panel.tsx";
import type { PopupProps } from "@/app/_ui/actions/use-popup.ts";
import { formatNumber } from "@/app/_ui/format.ts";
import {
  EMPTY_QUERY,
  type PaletteAction,
  type PaletteScope,
  searchActions,
} from "@/app/_ui/palette/palette-search.ts";
import { SearchList } from "@/app/_ui/palette/search-list.tsx";
import {
  type ConditionField,
  chosenValues,
  type FilterField,
  listConditions,
  toggleChoice,
} from "./conditions";
import classes from "./filter-panel.module.css";

type FilterPanelProps = {
  popup: PopupProps;
  query: BuildListQuery;
  fields: FilterField[];
  /** Field whose values are offered at first, instead of all fields. */
  field: ConditionField | undefined;
  countsOf: string | undefined;
  onApply: (query: BuildListQuery) => void;
};

/** Lazily loaded menu of the filters: fields, then values of one; a typed text finds both. */
export function FilterPanel({ popup, ...props }: FilterPanelProps) {
  return (
    <PopupPanel
      {...popup}
      label="Filter"
      width="min(22rem, calc(100vw - 2rem))"
      position="bottom-start"
      isFlush
    >
      <div className={classes.panel}>
        <FilterList {...props} onClose={() => popup.onChange(false)} />
      </div>
    </PopupPanel>
  );
}

type FilterListProps = Omit<FilterPanelProps, "popup"> & { onClose: () => void };

function FilterList({ query, fields, field, countsOf, onApply, onClose }: FilterListProps) {
  const first = fields.find((one) => one.field === field);
  const [typed, setTyped] = useState({ ...EMPTY_QUERY, scope: first && scopeOf(first) });
  const isEmpty = typed.text.trim() === "";
  const conditions = new Map(listConditions(query, fields).map(({ field: one, values }) => [one, values]));

  const choicesOf = ({ field: one, label, choices }: FilterField): PaletteAction[] =>
    choices.map((choice) => {
      const isChosen = chosenValues(query, one).includes(choice.value);
      return {
        id: `${one}-${choice.value}`,
        label: choice.label,
        group: countsOf && choice.builds !== undefined ? `${label} · ${countsOf}` : label,
        icon: <IconCheck size={16} stroke={2} visibility={isChosen ? undefined : "hidden"} />,
        description: [isChosen && "Active", choice.builds !== undefined && formatNumber(choice.builds)]
          .filter(Boolean)
          .join(" · "),
        run: () => onApply(toggleChoice(query, one, choice.value)),
      };
    });

  function listActions(): PaletteAction[] {
    const open = fields.find((one) => one.field === typed.scope?.id);
    if (open) return searchActions(choicesOf(open), typed.text);
    const all = fields.map((one) => ({
      id: one.field,
      label: one.label,
      description: conditions.get(one.field) ?? "",
      group: "Filter by",
      scope: scopeOf(one),
    }));
    return searchActions(isEmpty ? all : [...all, ...fields.flatMap(choicesOf)], typed.text);
  }

  return (
    <SearchList
      label="Filter"
      listLabel="Filters"
      placeholder="Filter by…"
      query={typed}
      onQueryChange={setTyped}
      actions={listActions()}
      isSearching={false}
      onClose={onClose}
    />
  );
}

const scopeOf = ({ field, label }: FilterField): PaletteScope => ({
  id: field,
  label,
  placeholder: "Search values…",
});
