"use client";

import { useEffect, useRef } from "react";
import { Kbd } from "../keyboard/kbd";
import classes from "./palette.module.css";
import type { PaletteAction, PaletteGroup } from "./palette-search";

type PaletteOptionsProps = {
  listId: string;
  label: string;
  groups: PaletteGroup[];
  activeId: string | undefined;
  onHover: (action: PaletteAction) => void;
  onPick: (action: PaletteAction) => void;
  /** Number of results, or why there are none; announced to screen readers. */
  status: string;
  failure?: { message: string; retry: () => void } | undefined;
};

export function PaletteOptions({
  listId,
  label,
  groups,
  activeId,
  onHover,
  onPick,
  status,
  failure,
}: PaletteOptionsProps) {
  return (
    <>
      <div className={classes.list} id={listId} role="listbox" aria-label={label}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={classes.groupTitle} aria-hidden="true">
              {group.title}
            </div>
            {group.actions.map((action) => (
              <Option
                key={action.id}
                id={`${listId}-${action.id}`}
                action={action}
                isActive={action.id === activeId}
                onHover={onHover}
                onPick={onPick}
              />
            ))}
          </div>
        ))}
      </div>
      {failure && (
        <p role="alert" className={classes.failure}>
          Search failed. {failure.message}{" "}
          <button type="button" className={classes.retry} onClick={failure.retry}>
            Retry
          </button>
        </p>
      )}
      <p role="status" className={groups.length === 0 && !failure ? classes.empty : "visually-hidden"}>
        {status}
      </p>
      <div className={classes.footer} aria-hidden="true">
        <span>
          <Kbd keys="arrowup+arrowdown" /> to move
        </span>
        <span>
          <Kbd keys="enter" /> to open
        </span>
        <span>
          <Kbd keys="escape" /> to close
        </span>
      </div>
    </>
  );
}

type OptionProps = {
  id: string;
  action: PaletteAction;
  isActive: boolean;
  onHover: (action: PaletteAction) => void;
  onPick: (action: PaletteAction) => void;
};

function Option({ id, action, isActive, onHover, onPick }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive && element.current) keepInView(element.current);
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys arrive at the combobox, which keeps the focus
    <div
      ref={element}
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseMove={() => onHover(action)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(action)}
    >
      {action.icon && <span className={classes.icon}>{action.icon}</span>}
      <span className={classes.texts}>
        <span className={classes.label}>{action.label}</span>
        {action.description && <span className={classes.description}>{action.description}</span>}
      </span>
    </div>
  );
}

/** Pixels between an option and the edge of the list. */
const MARGIN = 8;

/** Scrolls the list alone: a popup is not in its place yet when its first option becomes active. */
function keepInView(option: HTMLElement): void {
  const list = option.closest<HTMLElement>("[role=listbox]");
  if (!list) return;
  const { top, bottom } = option.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (top < frame.top + MARGIN) list.scrollTop += top - frame.top - MARGIN;
  else if (bottom > frame.bottom - MARGIN) list.scrollTop += bottom - frame.bottom + MARGIN;
}
