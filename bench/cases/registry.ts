import type { Case } from "./case.ts";
import { BUILDS_PAGE, LIST, POLL, QUERY, SEARCH, TOKEN } from "./reads.ts";
import { PUBLISH, REPORT } from "./writes.ts";

/** Cases by the names that `--only` takes. */
export const CASES = {
  report: REPORT,
  publish: PUBLISH,
  list: LIST,
  poll: POLL,
  token: TOKEN,
  query: QUERY,
  search: SEARCH,
  builds: BUILDS_PAGE,
} satisfies Record<string, Case>;

export type CaseName = keyof typeof CASES;

export const getCase = (name: CaseName): Case => CASES[name];

/** The named cases in the order of the table; all of them for no name. */
export function selectCases(names: string[]): CaseName[] {
  const all = Object.keys(CASES) as CaseName[];
  const unknown = names.filter((name) => !all.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`Unknown case ${unknown.join(", ")}. --only takes ${all.join(", ")}.`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}
