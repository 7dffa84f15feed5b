"use client";

import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import type { ListingType } from "@/db/schema/vocabulary.ts";
import { segmentOfType } from "../../../_ui/data/listing-type";
import { LONGEST_SEARCH, MARKET_PATH, marketHref } from "./market-view";
import classes from "./search-field.module.css";

/** How long to wait for the next letter before asking the server. */
const PAUSE_MS = 180;

/** Searches while it is typed into; without script it is a form that asks for the same address. */
export function SearchField({ search, type }: { search: string; type: ListingType[] }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [text, setText] = useState(search);
  const asked = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  // The address can change by other hands: the back button, or "Clear".
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
  }, [search]);

  function ask(next: string) {
    clearTimeout(timer.current);
    asked.current = next.trim();
    startTransition(() => router.replace(marketHref({ search: asked.current, type }), { scroll: false }));
  }

  function onChange(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => ask(next), PAUSE_MS);
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    ask(text);
  }

  return (
    <search>
      <form action={MARKET_PATH} className={classes.field} onSubmit={onSubmit} aria-busy={isPending}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <input
          type="search"
          name="q"
          className={classes.input}
          aria-label="Search the marketplace"
          placeholder="Search plugins and themes"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_SEARCH}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {type.map((one) => (
          <input key={one} type="hidden" name="type" value={segmentOfType(one)} />
        ))}
        <span className={classes.pending} data-pending={isPending || undefined} aria-hidden="true" />
      </form>
    </search>
  );
}
