import { toTypeSegment } from "@/app/_components/labels/listing-type.tsx";
import { CATALOG_LISTINGS_PATH, CATALOG_PATH } from "@/app/_paths/admin.ts";
import type { RouterOutputs } from "@/app/_trpc/client.tsx";
import { Dot } from "@/app/_ui/data/values.tsx";
import { listHref } from "@/app/_ui/list/list-url.ts";
import { Link } from "@/app/_ui/page/link.tsx";
import type { ItemState } from "@/server/domains/moderation/catalog/input.ts";
import type { ListingStatus, ListingType } from "@/shared/vocabulary.ts";
import classes from "./catalog.module.css";

/** State shared by both lists of the catalog, held by the URL. */
interface CatalogView {
  search: string;
  type: ListingType[];
  publisher?: string | undefined;
  cursor?: string | undefined;
}

export type ItemsView = CatalogView & { state: ItemState[] };
export type ListingsView = CatalogView & { status: ListingStatus[] };

type Addressed<View> = Partial<View>;

/** Query parameters without the search and the cursor. */
export const itemsQuery = ({ type = [], publisher, state }: Addressed<ItemsView>) => ({
  type: type.map(toTypeSegment),
  publisher,
  state,
});

export const listingsQuery = ({ type = [], publisher, status }: Addressed<ListingsView>) => ({
  type: type.map(toTypeSegment),
  publisher,
  status,
});

export const itemsHref = ({ search, cursor, ...view }: Addressed<ItemsView>): string =>
  listHref(CATALOG_PATH, { q: search, ...itemsQuery(view), cursor });

export const listingsHref = ({ search, cursor, ...view }: Addressed<ListingsView>): string =>
  listHref(CATALOG_LISTINGS_PATH, { q: search, ...listingsQuery(view), cursor });

/** Query input, shared by the server's prefetch and the browser's query. */
const commonInput = ({ search, type, publisher, cursor }: CatalogView) => ({
  search,
  type,
  ...(publisher && { publisher }),
  ...(cursor && { cursor }),
});

export const itemsInput = (view: ItemsView) => ({ ...commonInput(view), state: view.state });

export const listingsInput = (view: ListingsView) => ({ ...commonInput(view), status: view.status });

export const isNarrowed = ({ search, type, publisher }: CatalogView, chosen: readonly string[]): boolean =>
  search !== "" || publisher !== undefined || type.length + chosen.length > 0;

type Publisher = RouterOutputs["adminCatalog"]["items"]["items"][number]["publisher"];

/** Publisher with a link that filters by it. */
export function PublisherCell({ publisher, href }: { publisher: Publisher; href: string }) {
  return (
    <span className={classes.publisher}>
      <Link href={href} scroll={false} className={classes.link}>
        {publisher.name}
      </Link>
      {publisher.isSuspended && <Dot tone="warn">Suspended</Dot>}
    </span>
  );
}
