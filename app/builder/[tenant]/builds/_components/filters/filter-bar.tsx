"use client";

import { IconFilter2, IconX } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { type BuildListQuery, buildListHref } from "@/app/_paths/build-list-query.ts";
import { PlainButton } from "@/app/_ui/actions/button.tsx";
import { onDemand } from "@/app/_ui/actions/on-demand.tsx";
import { usePopup } from "@/app/_ui/actions/use-popup.ts";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts.ts";
import { FilterBar } from "@/app/_ui/list/filter-links.tsx";
import { Link } from "@/app/_ui/page/link.tsx";
import {
  type Condition,
  type ConditionField,
  type FilterField,
  listConditions,
  removeCondition,
} from "./conditions";
import classes from "./filter-bar.module.css";

type BuildFilterBarProps = {
  path: string;
  query: BuildListQuery;
  fields: FilterField[];
  /** Builds that the counts cover: "Newest 500 builds"; absent for all builds. */
  countsOf?: string | undefined;
  clearHref: string | undefined;
  search: ReactNode;
  /** After the link that clears the filters. */
  actions: ReactNode;
};

const load = () => import("./filter-panel").then((module) => module.FilterPanel);
const FilterPanel = onDemand(load);

/** Search, menu that adds conditions, and the active conditions of the list of builds. The URL holds all of them. */
export function BuildFilterBar(props: BuildFilterBarProps) {
  const { path, query, fields, countsOf, clearHref, search, actions } = props;
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const { button, popup } = usePopup("dialog", load);
  const [field, setField] = useState<ConditionField>();

  function toggle(next?: ConditionField) {
    setField(next);
    button.onClick();
  }
  const focusButton = () => document.getElementById(button.id)?.focus();
  useShortcuts("List", [
    {
      keys: "f",
      label: "Filter",
      run: () => {
        // The focus returns to it when the menu closes.
        focusButton();
        toggle();
      },
    },
  ]);

  function apply(next: BuildListQuery) {
    startTransition(() => router.push(buildListHref(path, next), { scroll: false }));
  }

  return (
    <FilterBar clearHref={clearHref} actions={actions}>
      {search}
      <div>
        <PlainButton {...button} aria-busy={isPending} onClick={() => toggle()}>
          <IconFilter2 size={16} stroke={1.75} aria-hidden="true" />
          Filter
        </PlainButton>
        {popup && (
          <FilterPanel
            popup={popup}
            query={query}
            fields={fields}
            field={field}
            countsOf={countsOf}
            onApply={apply}
          />
        )}
      </div>
      <Conditions
        conditions={listConditions(query, fields)}
        hrefWithout={(removed) => buildListHref(path, removeCondition(query, removed))}
        onEdit={toggle}
        onRemove={focusButton}
      />
    </FilterBar>
  );
}

type ConditionsProps = {
  conditions: Condition[];
  hrefWithout: (field: ConditionField) => string;
  onEdit: (field: ConditionField) => void;
  /** The link that removes a condition goes away with it, and with it the focus. */
  onRemove: () => void;
};

function Conditions({ conditions, hrefWithout, onEdit, onRemove }: ConditionsProps) {
  if (conditions.length === 0) return null;
  return (
    <ul className={classes.conditions} aria-label="Active filters">
      {conditions.map(({ field, subject, values }) => (
        <li key={field} className={classes.condition}>
          <button
            type="button"
            className={classes.value}
            aria-haspopup="dialog"
            title={values}
            onClick={() => onEdit(field)}
          >
            {subject && <span className={classes.subject}>{subject} </span>}
            {values}
          </button>
          <Link
            href={hrefWithout(field)}
            className={classes.remove}
            aria-label={`Remove filter ${[subject, values].filter(Boolean).join(" ")}`}
            title="Remove filter"
            scroll={false}
            onClick={onRemove}
          >
            <IconX size={14} stroke={1.75} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
