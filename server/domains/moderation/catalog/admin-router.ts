import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { BrowseItems, BrowseListings } from "./input.ts";
import { browseItems, browseListings } from "./service.ts";

export const adminCatalogRouter = router({
  items: adminProcedure.input(BrowseItems).query(({ ctx, input }) => browseItems(ctx, input)),
  listings: adminProcedure.input(BrowseListings).query(({ ctx, input }) => browseListings(ctx, input)),
});
