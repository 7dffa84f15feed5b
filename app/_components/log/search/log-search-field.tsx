"use client";

import { IconChevronDown, IconChevronUp, IconRegex, IconSearch } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { formatNumber } from "@/app/_ui/format.ts";
import classes from "../log-toolbar.module.css";
import type { LogSearch } from "./use-log-search.ts";

type LogSearchFieldProps = { search: LogSearch; field: RefObject<HTMLInputElement | null> };

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** Search field of the log: Enter for the next match, Shift-Enter for the previous one, Escape to clear it. */
export function LogSearchField({ search, field }: LogSearchFieldProps) {
  const { query, setQuery, count, problem, step } = search;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      setQuery({ ...query, text: "" });
      field.current?.blur();
    }
  }

  return (
    <div className={classes.search}>
      <IconSearch {...icon} />
      <input
        ref={field}
        className={classes.input}
        aria-label="Search log"
        aria-invalid={problem !== undefined || undefined}
        placeholder="Search log"
        autoComplete="off"
        spellCheck={false}
        value={query.text}
        onChange={(event) => setQuery({ ...query, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <span className={classes.count} role="status" data-problem={problem !== undefined || undefined}>
        {describeResult(search)}
      </span>
      <SearchButton
        label="Use regular expression"
        isOn={query.isRegex}
        onClick={() => setQuery({ ...query, isRegex: !query.isRegex })}
        icon={<IconRegex {...icon} />}
      />
      <SearchButton
        label="Previous match"
        isOff={count === 0}
        onClick={() => step(-1)}
        icon={<IconChevronUp {...icon} />}
      />
      <SearchButton
        label="Next match"
        isOff={count === 0}
        onClick={() => step(1)}
        icon={<IconChevronDown {...icon} />}
      />
    </div>
  );
}

type SearchButtonProps = {
  label: string;
  icon: ReactNode;
  isOff?: boolean;
  isOn?: boolean;
  onClick: () => void;
};

function SearchButton({ label, icon: child, isOff, isOn, onClick }: SearchButtonProps) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      disabled={isOff}
      onClick={onClick}
    >
      {child}
    </button>
  );
}

function describeResult({ query, problem, count, position, matches }: LogSearch): string {
  if (query.text === "") return "";
  if (problem) return problem;
  if (count === 0) return "No matches";
  const total = `${formatNumber(count)}${matches.isLimited ? "+" : ""}`;
  if (position === 0) return `${total} ${count === 1 ? "line" : "lines"}`;
  return `${formatNumber(position)} of ${total}`;
}
