import { IconPackage, IconSearch } from "@tabler/icons-react";
import { DOCS } from "@/app/_paths/docs.ts";
import { MARKET_PATH, type MarketView, marketHref } from "@/app/_paths/marketplace.ts";
import { publicApi } from "@/app/_trpc/server.tsx";
import { ButtonLink } from "@/app/_ui/actions/button.tsx";
import { EmptyState } from "@/app/_ui/feedback/empty-state.tsx";
import { Link, LinkText } from "@/app/_ui/page/link.tsx";
import type { MarketplaceItem, MarketplacePage } from "@/server/domains/marketplace/view.ts";
import { ItemCards } from "./item-card";
import { isOfAllItems } from "./market-view";
import classes from "./results.module.css";

/** Pages that one URL can show. */
const MAX_PAGES = 10;

/** Queries of all pages that the URL shows. */
export function readPages({ after, publisher, ...view }: MarketView): Promise<MarketplacePage[]> {
  return Promise.all(
    [undefined, ...after.slice(0, MAX_PAGES - 1)].map((cursor) =>
      publicApi.marketplace.search({ ...view, ...(publisher && { publisher }), ...(cursor && { cursor }) }),
    ),
  );
}

type ResultsProps = { view: MarketView; reading: Promise<MarketplacePage[]> };

/** Items of all pages, one list. */
export async function Results({ view, reading }: ResultsProps) {
  const pages = await reading;
  const items = uniqueItems(pages.flatMap((page) => page.items));
  const next = pages.at(-1)?.nextCursor;
  if (items.length === 0) return <NothingFound view={view} />;
  return (
    <>
      <ItemCards label="Items" items={items} isLarge={areThemes(view)} />
      {next && pages.length < MAX_PAGES && (
        <p className={classes.more}>
          {/* Its URL holds the cursors of all pages shown, so reload and back keep them. */}
          <Link
            href={marketHref({ ...view, after: [...view.after, next] })}
            className={classes.moreLink}
            scroll={false}
            replace
          >
            <LinkText text="Show more" pendingText="Loading…" />
          </Link>
        </p>
      )}
    </>
  );
}

/** Removes duplicates: an item whose new version is approved between two queries is on both pages. */
function uniqueItems(items: MarketplaceItem[]): MarketplaceItem[] {
  return [...new Map(items.map((item) => [`${item.type} ${item.slug}`, item])).values()];
}

/** Cards are of one height in a list of themes alone, so these have room for previews. */
const areThemes = ({ type }: MarketView): boolean => type.every((one) => one === "THEME") && type.length > 0;

function NothingFound({ view }: { view: MarketView }) {
  if (isOfAllItems(view)) {
    return (
      <EmptyState
        isFramed
        icon={<IconPackage size={20} stroke={1.6} />}
        title="No items yet"
        description="Approved plugins and themes appear here."
        action={<ButtonLink href={DOCS.quickStart.path}>Publish a plugin</ButtonLink>}
        command="cli plugin publish"
      />
    );
  }
  return (
    <EmptyState
      isFramed
      icon={<IconSearch size={20} stroke={1.6} />}
      title={view.search ? `No results for “${view.search}”` : "No matching items"}
      description="Try fewer words, or other types and categories."
      action={<ButtonLink href={MARKET_PATH}>Clear filters</ButtonLink>}
    />
  );
}
