"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { type BuildListQuery, buildListHref } from "../../../../_components/builds/build-list-query";
import { shortenRef } from "../../../../_components/builds/git-ref";
import type { RouterOutputs } from "../../../../_trpc/client";
import { formatNumber } from "../../../../_ui/format";
import classes from "./source-filters.module.css";

type Facets = RouterOutputs["builds"]["facets"];

type SourceFiltersProps = {
  path: string;
  query: BuildListQuery;
  values: Facets["values"];
  /** First days of periods up to today, in UTC. */
  periods: { label: string; since: string }[];
};

const SOURCES = [
  { facet: "appId", label: "App", any: "Any app" },
  { facet: "gitRef", label: "Git ref", any: "Any ref" },
  { facet: "version", label: "Version", any: "Any version" },
  { facet: "workerId", label: "Worker", any: "Any worker" },
  { facet: "createdBy", label: "Queued by", any: "Anyone" },
] as const;

/** Selects of sources and of the period, with the number of builds of each value unless a text is searched. */
export function SourceFilters({ path, query, values, periods }: SourceFiltersProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const select = (change: Partial<BuildListQuery>) =>
    startTransition(() =>
      router.push(buildListHref(path, { ...query, cursor: undefined, ...change }), { scroll: false }),
    );
  const { since: from } = query;
  const isPreset = periods.some(({ since }) => since === from);
  const shownPeriods = from && !isPreset ? [...periods, { label: `Since ${from}`, since: from }] : periods;
  return (
    <span className={classes.sources} aria-busy={isPending}>
      {SOURCES.map(({ facet, label, any }) => (
        <select
          key={facet}
          className={classes.select}
          aria-label={label}
          value={query[facet] ?? ""}
          data-on={query[facet] ? true : undefined}
          onChange={(event) => select({ [facet]: event.currentTarget.value || undefined })}
        >
          <option value="">{any}</option>
          {values[facet].map(({ value, label: text, builds }) => (
            <option key={value} value={value}>
              {facet === "gitRef" ? shortenRef(text) : text}
              {!query.search && ` (${formatNumber(builds)})`}
            </option>
          ))}
        </select>
      ))}
      <select
        className={classes.select}
        aria-label="Period"
        value={query.until ? "" : (from ?? "")}
        data-on={from && !query.until ? true : undefined}
        onChange={(event) => select({ since: event.currentTarget.value || undefined, until: undefined })}
      >
        <option value="">Any time</option>
        {shownPeriods.map(({ label, since }) => (
          <option key={label} value={since}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
