import { publicProcedure, router } from "../http/trpc/procedures.ts";
import { MarketplaceItemKey, SearchMarketplace } from "./input.ts";
import { searchMarketplace } from "./search.ts";
import { getMarketplaceItem } from "./service.ts";

export const marketplaceRouter = router({
  search: publicProcedure.input(SearchMarketplace).query(({ ctx, input }) => searchMarketplace(ctx, input)),
  item: publicProcedure.input(MarketplaceItemKey).query(({ ctx, input }) => getMarketplaceItem(ctx, input)),
});
