"use client";

import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { MAX_SEARCH_LENGTH } from "@/shared/bounds.ts";
import classes from "./list-search.module.css";
import { listHref } from "./list-url";

type ListSearchProps = {
  /** Accessible name: "Search users". */
  label: string;
  placeholder: string;
  /** Height of a button: "sm" beside filters, "md" where the search comes first. */
  size?: "sm" | "md";
  path: string;
  search: string;
  /** Other query parameters to keep. */
  query?: Record<string, string | readonly string[] | undefined>;
};

/** Debounce of the input. */
const DEBOUNCE_MS = 180;

/** Debounced search field of a list, held by the parameter `q` of its URL. Without script it is a GET form. */
export function ListSearch({ label, placeholder, size = "sm", path, search, query = {} }: ListSearchProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [text, setText] = useState(search);
  const requested = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  // The URL also changes by the back button and by "Clear".
  useEffect(() => {
    if (search === requested.current) return;
    requested.current = search;
    setText(search);
  }, [search]);

  function request(next: string) {
    clearTimeout(timer.current);
    requested.current = next.trim();
    startTransition(() =>
      router.replace(listHref(path, { q: requested.current, ...query }), { scroll: false }),
    );
  }

  function onChange(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => request(next), DEBOUNCE_MS);
  }

  /** Flushes the debounce before the next click: a later navigation would return the reader to the list. */
  function onBlur() {
    if (text.trim() !== requested.current) request(text);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    request(text);
  }

  return (
    <search className={classes.search} data-size={size}>
      <form action={path} className={classes.field} onSubmit={onSubmit} aria-busy={isPending}>
        <IconSearch
          size={size === "md" ? 18 : 16}
          stroke={1.75}
          aria-hidden="true"
          className={classes.icon}
        />
        <input
          type="search"
          name="q"
          className={classes.input}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
        {Object.entries(query).flatMap(([name, values]) =>
          [values ?? []]
            .flat()
            .map((value) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />),
        )}
        <span className={classes.pending} data-pending={isPending || undefined} aria-hidden="true" />
      </form>
    </search>
  );
}
