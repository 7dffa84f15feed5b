import { IconX } from "@tabler/icons-react";
import { BUILD_STATUSES, PLATFORMS } from "@/db/schema/vocabulary.ts";
import { Dot, StatusBadge } from "../../../_ui/data/status-badge";
import { FilterBar, type FilterLink, FilterLinks } from "../../../_ui/list/filter-links";
import { toggleValue } from "../../../_ui/list/list-url";
import { BUILDS_PATH } from "../../_components/paths";
import { platformWords } from "./build-columns";
import classes from "./build-filters.module.css";
import { type BuildsView, buildsHref, isFiltered } from "./builds-view";

export function BuildFilters({ view }: { view: BuildsView }) {
  const hrefOf = (change: Partial<BuildsView>) => buildsHref({ ...view, cursor: undefined, ...change });
  const narrowed: FilterLink[] = [
    ...(view.tenant ? [chip(`Tenant ${view.tenant}`, hrefOf({ tenant: undefined }))] : []),
    ...(view.appId ? [chip(`App ${view.appId.slice(0, 8)}…`, hrefOf({ appId: undefined }))] : []),
  ];
  return (
    <FilterBar clearHref={isFiltered(view) ? BUILDS_PATH : undefined}>
      <FilterLinks
        label="Status"
        filters={[
          ...BUILD_STATUSES.map((status) => ({
            key: status,
            label: <StatusBadge status={status} />,
            href: hrefOf({ status: toggleValue(view.status, status) }),
            isOn: view.status.includes(status),
          })),
          {
            key: "stuck",
            label: <Dot tone="warn">Stuck</Dot>,
            href: hrefOf({ isStuck: !view.isStuck }),
            isOn: view.isStuck,
          },
        ]}
      />
      <FilterLinks
        label="Platform"
        filters={PLATFORMS.map((platform) => ({
          key: platform,
          label: platformWords[platform],
          href: hrefOf({ platform: toggleValue(view.platform, platform) }),
          isOn: view.platform.includes(platform),
        }))}
      />
      {narrowed.length > 0 && <FilterLinks label="Narrowed to" filters={narrowed} />}
    </FilterBar>
  );
}

/** A filter that was set by following a row, and that a click takes away. */
function chip(words: string, href: string): FilterLink {
  const label = (
    <span className={classes.chip}>
      {words}
      <IconX size={14} aria-label="Remove" />
    </span>
  );
  return { key: words, label, href, isOn: true };
}
