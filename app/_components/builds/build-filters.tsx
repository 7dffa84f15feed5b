import { IconX } from "@tabler/icons-react";
import { describeDays } from "@/app/_components/labels/labels.ts";
import { StatusBadge } from "@/app/_components/labels/status-badge.tsx";
import {
  type BuildListQuery,
  buildListHref,
  countFilters,
  hasFilters,
} from "@/app/_paths/build-list-query.ts";
import { Dot } from "@/app/_ui/data/values.tsx";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { FilterBar, type FilterLink, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { toggleFilters } from "@/app/_ui/list/list-url.ts";
import { BUILD_STATUSES, type Platform } from "@/shared/vocabulary.ts";
import { describePlatform } from "../labels/labels.ts";
import classes from "./build-filters.module.css";

type BuildFiltersProps = {
  path: string;
  query: BuildListQuery;
  platforms: readonly Platform[];
  hasStuck?: boolean;
};

/** Filters of a build list. Days, tenant and app are set by following a link, and can be removed here. */
export function BuildFilters({ path, query, platforms, hasStuck = false }: BuildFiltersProps) {
  const { status, platform, isStuck = false, isLastDay = false, tenant, appId } = query;
  const hrefWith = (change: Partial<BuildListQuery>) =>
    buildListHref(path, { ...query, cursor: undefined, ...change });
  const days = describeDays(query);
  const scopes: FilterLink[] = [
    ...(isLastDay ? [removableFilter("Ended in the last 24 hours", hrefWith({ isLastDay: false }))] : []),
    ...(tenant ? [removableFilter(`Workspace ${tenant}`, hrefWith({ tenant: undefined }))] : []),
    ...(appId ? [removableFilter(`App ${appId.slice(0, 8)}…`, hrefWith({ appId: undefined }))] : []),
  ];
  const stuck: FilterLink = {
    key: "stuck",
    label: <Dot tone="warn">Stuck</Dot>,
    href: hrefWith({ isStuck: !isStuck }),
    isOn: isStuck,
  };
  return (
    <FilterBar clearHref={hasFilters(query) ? path : undefined}>
      <FilterDisclosure active={countFilters(query)}>
        <FilterLinks
          label="Status"
          filters={[
            ...toggleFilters(
              BUILD_STATUSES,
              status,
              (one) => <StatusBadge status={one} isStatic />,
              (status) => hrefWith({ status }),
            ),
            ...(hasStuck ? [stuck] : []),
          ]}
        />
        {platforms.length > 1 && (
          <FilterLinks
            label="Platform"
            filters={toggleFilters(platforms, platform, describePlatform, (platform) =>
              hrefWith({ platform }),
            )}
          />
        )}
        {days && (
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
