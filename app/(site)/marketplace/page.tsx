import type { Metadata } from "next";
import { PREFETCH_WAIT_MS, settlesWithin } from "../../_trpc/server";
import { describeListingTypes, toTypeSegment } from "../../_ui/data/listing-type";
import { CardsSkeleton, SuspenseUnless } from "../../_ui/feedback/skeletons";
import { FilterBar, FilterLinks } from "../../_ui/list/filter-links";
import { ListSearch } from "../../_ui/list/list-search";
import type { SearchParams } from "../../_ui/list/list-url";
import { PageHeader } from "../../_ui/page/page-header";
import { MARKET_PATH, marketHref, sortFilters, sortParam, typeFilters } from "./_components/market-view";
import { Results, readPages } from "./_components/results";
import classes from "./page.module.css";
import { readMarketView } from "./read-market-view";

type MarketplacePageProps = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: MarketplacePageProps): Promise<Metadata> {
  const { search, type } = readMarketView(await searchParams);
  const [only, ...others] = type;
  const what = only && others.length === 0 ? describeListingTypes(only) : "Marketplace";
  return {
    title: search ? `${search} · ${what}` : what,
    description: "Reviewed plugins and themes for apps and the platform.",
  };
}

export default async function MarketplacePage({ searchParams }: MarketplacePageProps) {
  const view = readMarketView(await searchParams);
  const { search, type, sort } = view;
  const reading = readPages(view);
  const isSettled = await settlesWithin(PREFETCH_WAIT_MS, reading);
  return (
    <>
      <PageHeader title="Marketplace" description="Reviewed plugins and themes" />
      <div className={classes.tools}>
        <ListSearch
          label="Search marketplace"
          placeholder="Search plugins and themes"
          size="md"
          path={MARKET_PATH}
          search={search}
          query={{ type: type.map(toTypeSegment), sort: sortParam(view) }}
        />
        <FilterBar clearHref={search || type.length > 0 ? marketHref({ sort }) : undefined}>
          <FilterLinks label="Type" filters={typeFilters(view)} />
        </FilterBar>
        <nav aria-label="Sort" className={classes.order}>
          <span aria-hidden="true">Sort by</span>
          <FilterLinks label="Sort by" filters={sortFilters(view)} />
        </nav>
      </div>
      <SuspenseUnless isSettled={isSettled} fallback={<CardsSkeleton cards={9} />}>
        <Results view={view} reading={reading} />
      </SuspenseUnless>
    </>
  );
}
