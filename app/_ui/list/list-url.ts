import { searchTextOf } from "./search-text";

/** The query of an address as Next hands it to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function readAll(params: SearchParams, name: string): string[] {
  return [params[name] ?? []].flat();
}

/** What is searched for: `q`, as far as the server would take it. */
export const readSearch = (params: SearchParams): string => searchTextOf(readAll(params, "q")[0]);

export const readCursor = (params: SearchParams): string | undefined => readAll(params, "cursor")[0];

/** The values of a parameter that are in a closed list; whatever else an address says is left aside. */
export function readChoices<T extends string>(
  params: SearchParams,
  name: string,
  choices: readonly T[],
): T[] {
  return choices.filter((choice) => readAll(params, name).includes(choice));
}

/** The address of a list; filters that are empty or unset leave no trace in it. */
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
export function toggled<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}
