/** The query of an address as Next hands it to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function readValues(params: SearchParams, name: string): string[] {
  return [params[name] ?? []].flat();
}

/** What is searched for: `q`, as far as the server would take it. */
export const readSearch = (params: SearchParams): string => normalizeSearch(readValues(params, "q")[0]);

export const readCursor = (params: SearchParams): string | undefined => readValues(params, "cursor")[0];

/** The values of a parameter that are in a closed list; whatever else an address says is left aside. */
export function readChoices<T extends string>(
  params: SearchParams,
  name: string,
  choices: readonly T[],
): T[] {
  return choices.filter((choice) => readValues(params, name).includes(choice));
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
export function toggleValue<T>(values: readonly T[], value: T): T[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** The server's own bound on what is searched for, in characters. */
export const MAX_SEARCH_LENGTH = 100;

/** What somebody searches for, as far as the server would take it: without control characters, and not too long. */
export function normalizeSearch(text = ""): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return [...plain].slice(0, MAX_SEARCH_LENGTH).join("").trim();
}
