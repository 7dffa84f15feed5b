/** Newest builds over which values of filters are counted. */
export const MAX_FACET_BUILDS = 500;
/** Values per filter, those with the most builds. */
const MAX_VALUES = 50;

export const FACETS = ["status", "platform", "appId", "gitRef", "version", "workerId", "createdBy"] as const;
export type Facet = (typeof FACETS)[number];

/** Build by what lists filter. */
export type FacetRow = Record<Facet, string | null>;
/** Chosen values; a filter without any is off. */
export type ChosenFacets = Partial<Record<Facet, readonly string[]>>;

export interface FacetValue {
  value: string;
  builds: number;
}

/** True if a git ref is the full SHA of a commit, rather than a branch or tag. */
export const isFullCommit = (ref: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(ref);

/** Values that a filter offers. A commit has few builds, and its SHA says nothing in a list of branches and tags. */
const isOffered = (facet: Facet, value: string): boolean => facet !== "gitRef" || !isFullCommit(value);

/** Values of each filter with their number of builds, among the builds that pass all other filters. */
export function countFacets(rows: readonly FacetRow[], chosen: ChosenFacets): Record<Facet, FacetValue[]> {
  const active = FACETS.filter((facet) => chosen[facet]?.length);
  const passes = (row: FacetRow, except: Facet) =>
    active.every((facet) => facet === except || chosen[facet]?.includes(row[facet] ?? ""));
  const counts = FACETS.map((facet) => {
    const byValue = new Map((chosen[facet] ?? []).map((value) => [value, 0]));
    for (const row of rows) {
      const value = row[facet];
      if (value === null || !(byValue.has(value) || isOffered(facet, value))) continue;
      if (passes(row, facet)) byValue.set(value, (byValue.get(value) ?? 0) + 1);
    }
    const values = [...byValue].map(([value, builds]) => ({ value, builds }));
    return [facet, values.sort(byCount).slice(0, MAX_VALUES)];
  });
  return Object.fromEntries(counts);
}

const byCount = (one: FacetValue, other: FacetValue): number =>
  other.builds - one.builds || (one.value < other.value ? -1 : 1);
