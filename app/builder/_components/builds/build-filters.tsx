import { IconX } from "@tabler/icons-react";
import { BUILD_STATUSES, type Platform } from "@/db/schema/vocabulary.ts";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { FilterBar, type FilterLink, FilterLinks } from "../../../_ui/list/filter-links";
import { toggleValue } from "../../../_ui/list/list-url";
import { describeDay, describePlatform } from "../words";
import classes from "./build-filters.module.css";
import { type BuildsView, buildsHref, isFiltered } from "./builds-view";

type BuildFiltersProps = { path: string; view: BuildsView; platforms: readonly Platform[] };

export function BuildFilters({ path, view, platforms }: BuildFiltersProps) {
  const hrefOf = (change: Partial<BuildsView>) => buildsHref(path, { ...view, cursor: undefined, ...change });
  const days = describeDays(view);
  return (
    <FilterBar clearHref={isFiltered(view) ? path : undefined}>
      <FilterLinks
        label="Status"
        filters={BUILD_STATUSES.map((status) => ({
          key: status,
          label: <StatusBadge status={status} isStatic />,
          href: hrefOf({ status: toggleValue(view.status, status) }),
          isOn: view.status.includes(status),
        }))}
      />
      {platforms.length > 1 && (
        <FilterLinks
          label="Platform"
          filters={platforms.map(
            (platform): FilterLink => ({
              key: platform,
              label: describePlatform(platform),
              href: hrefOf({ platform: toggleValue(view.platform, platform) }),
              isOn: view.platform.includes(platform),
            }),
          )}
        />
      )}
      {days && (
        <FilterLinks
          label="Days"
          filters={[
            {
              key: days,
              label: (
                <>
                  {days}
                  <IconX size={14} stroke={1.75} className={classes.remove} aria-hidden="true" />
                  <span className="visually-hidden">Remove</span>
                </>
              ),
              href: hrefOf({ since: undefined, until: undefined }),
              isOn: true,
            },
          ]}
        />
      )}
    </FilterBar>
  );
}

function describeDays({ since, until }: BuildsView): string | undefined {
  if (since && until)
    return since === until ? describeDay(since) : `${describeDay(since)} – ${describeDay(until)}`;
  if (since) return `Since ${describeDay(since)}`;
  return until && `Until ${describeDay(until)}`;
}
