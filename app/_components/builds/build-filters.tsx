import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { BUILD_STATUSES, type Platform } from "@/db/schema/vocabulary.ts";
import { Dot, StatusBadge } from "../../_ui/data/status-badge";
import { formatNumber } from "../../_ui/format";
import { FilterDisclosure } from "../../_ui/list/filter-disclosure";
import { FilterBar, type FilterLink, FilterLinks } from "../../_ui/list/filter-links";
import { toggleValue } from "../../_ui/list/list-url";
import { describeDay, describePlatform } from "../labels";
import classes from "./build-filters.module.css";
import { type BuildListQuery, buildListHref, countFilters, hasFilters } from "./build-list-query";

type BuildFiltersProps = {
  path: string;
  query: BuildListQuery;
  platforms: readonly Platform[];
  hasStuck?: boolean;
  /** Numbers of builds of statuses and platforms. */
  counts?: ReadonlyMap<string, number> | undefined;
  /** Subset of builds that the counts cover; absent for all builds. */
  countsOf?: string | undefined;
  search?: ReactNode;
  /** Filters of sources and of the period; they name the app. */
  sources?: ReactNode;
};

/** Filters of a build list. Days, tenant and app are set by following a link, and can be removed here. */
export function BuildFilters({ path, query, platforms, hasStuck = false, ...more }: BuildFiltersProps) {
  const { status, platform, isStuck = false, isLastDay = false, tenant, appId } = query;
  const { counts, countsOf, search, sources } = more;
  const countOf = (value: string) => <Count builds={counts?.get(value)} title={countsOf} />;
  const hrefWith = (change: Partial<BuildListQuery>) =>
    buildListHref(path, { ...query, cursor: undefined, ...change });
  const days = describeDays(query);
  const scopes: FilterLink[] = [
    ...(isLastDay ? [removableFilter("Ended in the last 24 hours", hrefWith({ isLastDay: false }))] : []),
    ...(tenant ? [removableFilter(`Workspace ${tenant}`, hrefWith({ tenant: undefined }))] : []),
    ...(appId && !sources
      ? [removableFilter(`App ${appId.slice(0, 8)}…`, hrefWith({ appId: undefined }))]
      : []),
  ];
  const stuck: FilterLink = {
    key: "stuck",
    label: <Dot tone="warn">Stuck</Dot>,
    href: hrefWith({ isStuck: !isStuck }),
    isOn: isStuck,
  };
  return (
    <FilterBar clearHref={hasFilters(query) ? path : undefined}>
      {search}
      <FilterDisclosure active={countFilters(query)}>
        <FilterLinks
          label="Status"
          filters={[
            ...BUILD_STATUSES.map((one) => ({
              key: one,
              label: (
                <>
                  <StatusBadge status={one} isStatic />
                  {countOf(one)}
                </>
              ),
              href: hrefWith({ status: toggleValue(status, one) }),
              isOn: status.includes(one),
            })),
            ...(hasStuck ? [stuck] : []),
          ]}
        />
        {platforms.length > 1 && (
          <FilterLinks
            label="Platform"
            filters={platforms.map((one) => ({
              key: one,
              label: (
                <>
                  {describePlatform(one)}
                  {countOf(one)}
                </>
              ),
              href: hrefWith({ platform: toggleValue(platform, one) }),
              isOn: platform.includes(one),
            }))}
          />
        )}
        {sources}
        {days && (!sources || query.until) && (
          <FilterLinks
            label="Date"
            filters={[removableFilter(days, hrefWith({ since: undefined, until: undefined }))]}
          />
        )}
        {scopes.length > 0 && <FilterLinks label="Filtered by" filters={scopes} />}
      </FilterDisclosure>
    </FilterBar>
  );
}

type CountProps = { builds: number | undefined; title: string | undefined };

const Count = ({ builds, title }: CountProps) =>
  builds === undefined ? null : (
    <>
      {" "}
      <span className={classes.count} title={title}>
        {formatNumber(builds)}
      </span>
    </>
  );

function removableFilter(text: string, href: string): FilterLink {
  const label = (
    <>
      {text}
      <IconX size={14} stroke={1.75} className={classes.remove} aria-hidden="true" />
      <span className="visually-hidden">Remove</span>
    </>
  );
  return { key: text, label, href, isOn: true };
}

function describeDays({ since, until }: BuildListQuery): string | undefined {
  if (since && until)
    return since === until ? describeDay(since) : `${describeDay(since)} – ${describeDay(until)}`;
  if (since) return `Since ${describeDay(since)}`;
  return until && `Until ${describeDay(until)}`;
}
