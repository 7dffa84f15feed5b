import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { BrowseItems, BrowseListings } from "./input.ts";
import { browseItems } from "./items.ts";
import { browseListings } from "./listings.ts";

export const adminCatalogRouter = router({
  items: adminProcedure.input(BrowseItems).query(({ ctx, input }) => browseItems(ctx, input)),
  listings: adminProcedure.input(BrowseListings).query(({ ctx, input }) => browseListings(ctx, input)),
});
