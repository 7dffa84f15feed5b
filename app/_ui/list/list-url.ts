import type { ReactNode } from "react";
import { MAX_SEARCH_LENGTH } from "@/shared/bounds.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";
import type { FilterLink } from "./filter-links";

/** Query parameters as Next passes them to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function readValues(params: SearchParams, name: string): string[] {
  return [params[name] ?? []].flat();
}

/** Search text from the parameter `q`. */
export const readSearch = (params: SearchParams): string => normalizeSearch(readValues(params, "q")[0]);

export const readCursor = (params: SearchParams): string | undefined => readValues(params, "cursor")[0];

/** Values of a parameter out of a closed list; other values are ignored. */
export function readChoices<T extends string>(
  params: SearchParams,
  name: string,
  choices: readonly T[],
): T[] {
  return choices.filter((choice) => readValues(params, name).includes(choice));
}

/** URL of a list; empty filters are left out. */
export function listHref(
  path: string,
  query: Record<string, string | readonly string[] | undefined>,
): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value) => [name, value] as [string, string]),
  );
  const search = new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
  return search ? `${path}?${search}` : path;
}

/** `values` with `value` switched on or off. */
export function toggleValue<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Toggle filters of the values of a closed list; `hrefOf` takes those chosen after the click. */
export const toggleFilters = <T extends string>(
  values: readonly T[],
  chosen: readonly T[],
  labelOf: (value: T) => ReactNode,
  hrefOf: (next: T[]) => string,
): FilterLink[] =>
  values.map((value) => ({
    key: value,
    label: labelOf(value),
    href: hrefOf(toggleValue(chosen, value)),
    isOn: chosen.includes(value),
  }));

/** Search text within the server's rules: without control characters, truncated to the maximum length. */
export function normalizeSearch(text = ""): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return firstCharacters(plain, MAX_SEARCH_LENGTH).trim();
}
