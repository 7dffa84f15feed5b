import { publicProcedure, router } from "@/server/http/trpc/procedures.ts";
import { getDownloadHistory } from "./download-history.ts";
import { ChangelogsOf, MarketplaceItemKey, SearchMarketplace } from "./input.ts";
import { listCategories, searchMarketplace } from "./search.ts";
import { getChangelogs, getMarketplaceItem } from "./service.ts";

export const marketplaceRouter = router({
  search: publicProcedure.input(SearchMarketplace).query(({ ctx, input }) => searchMarketplace(ctx, input)),
  categories: publicProcedure.query(({ ctx }) => listCategories(ctx)),
  downloadHistory: publicProcedure
    .input(MarketplaceItemKey)
    .query(({ ctx, input }) => getDownloadHistory(ctx, input)),
  changelogs: publicProcedure.input(ChangelogsOf).query(({ ctx, input }) => getChangelogs(ctx, input)),
  item: publicProcedure.input(MarketplaceItemKey).query(({ ctx, input }) => getMarketplaceItem(ctx, input)),
});
