import { LISTING_STATUSES } from "@/db/schema/vocabulary.ts";
import type { RouterOutputs } from "../../../_trpc/client";
import { StatusBadge } from "../../../_ui/data/status-badge";
import { formatNumber } from "../../../_ui/format";
import { FilterBar, FilterLinks } from "../../../_ui/list/filter-links";
import { toggleValue } from "../../../_ui/list/list-url";
import classes from "./listings.module.css";
import { type ListingsView, listingsHref } from "./listings-view";

type ListingFiltersProps = { path: string; view: ListingsView; counts: RouterOutputs["listings"]["counts"] };

export function ListingFilters({ path, view, counts }: ListingFiltersProps) {
  return (
    <FilterBar clearHref={view.status.length > 0 ? path : undefined}>
      <FilterLinks
        label="State"
        filters={LISTING_STATUSES.map((status) => ({
          key: status,
          label: (
            <>
              <StatusBadge status={status} />
              <span className={classes.count}>{formatNumber(counts[status])}</span>
            </>
          ),
          href: listingsHref(path, { status: toggleValue(view.status, status) }),
          isOn: view.status.includes(status),
        }))}
      />
    </FilterBar>
  );
}
