"use client";

import { IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import type { KeyboardEvent, RefObject } from "react";
import { formatNumber } from "../format";
import classes from "./log-toolbar.module.css";
import type { LogSearch } from "./use-log-search";

type LogSearchFieldProps = { search: LogSearch; field: RefObject<HTMLInputElement | null> };

/** Search field of the log: Enter for the next match, Shift-Enter for the previous one, Escape to clear it. */
export function LogSearchField({ search, field }: LogSearchFieldProps) {
  const { query, setQuery, count, position, step } = search;
  const isIdle = query === "";

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      setQuery("");
      field.current?.blur();
    }
  }

  return (
    <div className={classes.search}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={field}
        className={classes.input}
        aria-label="Search log"
        placeholder="Search log"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.count} role="status">
        {!isIdle && describeCount(count, position)}
      </span>
      <StepButton label="Previous match" isOff={count === 0} onClick={() => step(-1)} />
      <StepButton label="Next match" isOff={count === 0} onClick={() => step(1)} isDown />
    </div>
  );
}

type StepButtonProps = { label: string; isOff: boolean; isDown?: boolean; onClick: () => void };

function StepButton({ label, isOff, isDown = false, onClick }: StepButtonProps) {
  const Icon = isDown ? IconChevronDown : IconChevronUp;
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon size={16} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

function describeCount(count: number, position: number): string {
  if (count === 0) return "No matches";
  if (position === 0) return `${formatNumber(count)} ${count === 1 ? "line" : "lines"}`;
  return `${formatNumber(position)} of ${formatNumber(count)}`;
}
