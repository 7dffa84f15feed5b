import type { Metadata } from "next";
import { describeListingTypes } from "@/app/_components/labels/listing-type.tsx";
import { MARKET_PATH, marketHref, marketQuery } from "@/app/_paths/marketplace.ts";
import { PREFETCH_WAIT_MS, publicApi, settlesWithin } from "@/app/_trpc/server.tsx";
import { CardsSkeleton, SuspenseUnless } from "@/app/_ui/feedback/skeletons.tsx";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import type { SearchParams } from "@/app/_ui/list/list-url.ts";
import { PageHeader } from "@/app/_ui/page/page-header.tsx";
import { Section } from "@/app/_ui/page/section.tsx";
import { describeCategory } from "@/app/(site)/marketplace/_components/market-view.ts";
import { pageMetadata } from "@/app/(site)/marketplace/_components/page-metadata.tsx";
import { ItemCards } from "./_components/item-card";
import { categoryFilters, isOfAllItems, sortFilters, typeFilters } from "./_components/market-view";
import { Results, readPages } from "./_components/results";
import classes from "./page.module.css";
import { readMarketView } from "./read-market-view";

type MarketplacePageProps = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: MarketplacePageProps): Promise<Metadata> {
  const { search, type, category, publisher } = readMarketView(await searchParams);
  const [only, ...others] = type;
  const what = only && others.length === 0 ? describeListingTypes(only) : "Marketplace";
  const of = category.length === 1 ? category.map(describeCategory).join() : undefined;
  return {
    ...pageMetadata({
      title: [search, of, what].filter(Boolean).join(" · "),
      description: "Reviewed plugins and themes for apps and the platform.",
      // One address for all orders and pages of the same items.
      path: marketHref({ type, category, publisher }),
    }),
    // Results of a search are no pages of their own.
    ...(search && { robots: { index: false } }),
  };
}

export default async function MarketplacePage({ searchParams }: MarketplacePageProps) {
  const view = readMarketView(await searchParams);
  const reading = readPages(view);
  const [featured, categories] = await Promise.all([
    isOfAllItems(view) ? publicApi.featuredItems.list() : [],
    publicApi.marketplace.categories(),
  ]);
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
          search={view.search}
          query={marketQuery(view)}
        />
        <FilterBar clearHref={isOfAllItems(view) ? undefined : marketHref({ sort: view.sort })}>
          <FilterLinks label="Type" filters={typeFilters(view)} />
          {view.publisher && (
            <FilterLinks
              label="Publisher"
              filters={[
                {
                  key: view.publisher,
                  label: view.publisher,
                  href: marketHref({ ...view, after: [], publisher: undefined }),
                  isOn: true,
                },
              ]}
            />
          )}
        </FilterBar>
      </div>
      {categories.length > 0 && (
        <nav aria-label="Categories" className={classes.categories}>
          <FilterLinks label="Categories" filters={categoryFilters(view, categories)} />
        </nav>
      )}
      {featured.length > 0 && (
        <Section title="Featured">
          <ItemCards label="Featured" items={featured} isLarge />
        </Section>
      )}
      <Section
        title={isOfAllItems(view) ? "All items" : "Results"}
        actions={
          <nav aria-label="Sort" className={classes.order}>
            <FilterLinks label="Sort by" filters={sortFilters(view)} />
          </nav>
        }
      >
        <SuspenseUnless isSettled={isSettled} fallback={<CardsSkeleton cards={9} />}>
          <Results view={view} reading={reading} />
        </SuspenseUnless>
      </Section>
    </>
  );
}
