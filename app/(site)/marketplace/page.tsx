import type { Metadata } from "next";
import { MARKETPLACE_SORTS, type MarketplaceSort } from "@/server/marketplace/policy.ts";
import { endsSoon } from "../../_trpc/server";
import { describeListingTypes, segmentOfType, shownTypes, typeOfSegment } from "../../_ui/data/listing-type";
import { Arriving } from "../../_ui/feedback/arriving";
import { CardsSkeleton } from "../../_ui/feedback/skeletons";
import { FilterBar, FilterLinks } from "../../_ui/list/filter-links";
import { ListSearch } from "../../_ui/list/list-search";
import { readAll, readChoices, readSearch, type SearchParams, toggled } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { MARKET_PATH, type MarketView, marketHref, sortParam } from "./_components/market-view";
import { Results, readPages } from "./_components/results";
import classes from "./page.module.css";
import { readCursors } from "./read-market-view";

const SORT_LABELS: Record<MarketplaceSort, string> = { latest: "Latest", name: "Name" };

type MarketplacePageProps = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: MarketplacePageProps): Promise<Metadata> {
  const { search, type } = readView(await searchParams);
  const [only, ...others] = type;
  const what = only && others.length === 0 ? describeListingTypes(only) : "Marketplace";
  return {
    title: search ? `${search} · ${what}` : what,
    description: "Plugins and themes for apps and for the platform, each version reviewed by a moderator.",
  };
}

export default async function MarketplacePage({ searchParams }: MarketplacePageProps) {
  const view = readView(await searchParams);
  const { search, type, sort } = view;
  const reading = readPages(view);
  const isThere = await endsSoon(reading);
  return (
    <>
      <PageHeader
        title="Marketplace"
        description="Plugins and themes, each version reviewed by a moderator."
      />
      <div className={classes.tools}>
        <ListSearch
          label="Search the marketplace"
          placeholder="Search plugins and themes"
          size="md"
          path={MARKET_PATH}
          search={search}
          query={{ type: type.map(segmentOfType), sort: sortParam(sort) }}
        />
        <FilterBar clearHref={search || type.length > 0 ? marketHref({ sort }) : undefined}>
          <FilterLinks
            label="Kind"
            filters={shownTypes.map((one) => ({
              key: one,
              label: describeListingTypes(one),
              href: marketHref({ search, type: toggled(type, one), sort }),
              isOn: type.includes(one),
            }))}
          />
        </FilterBar>
        <nav aria-label="Order" className={classes.order}>
          <span aria-hidden="true">Sort by</span>
          <FilterLinks
            label="Sort by"
            filters={MARKETPLACE_SORTS.map((one) => ({
              key: one,
              label: SORT_LABELS[one],
              href: marketHref({ search, type, sort: one }),
              isOn: one === sort,
            }))}
          />
        </nav>
      </div>
      <Arriving isThere={isThere} skeleton={<CardsSkeleton cards={9} />}>
        <Results view={view} reading={reading} />
      </Arriving>
    </>
  );
}

function readView(params: SearchParams): MarketView {
  const segments = readChoices(params, "type", shownTypes.map(segmentOfType));
  const sort = readChoices(params, "sort", MARKETPLACE_SORTS)[0] ?? "latest";
  return {
    search: readSearch(params),
    type: segments.flatMap((segment) => typeOfSegment(segment) ?? []),
    sort,
    after: readCursors(readAll(params, "after"), sort),
  };
}
