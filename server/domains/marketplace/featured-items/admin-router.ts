import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { MarketplaceItemKey, MoveFeaturedItem } from "../input.ts";
import { addFeaturedItem, listFeaturedItems, moveFeaturedItem, removeFeaturedItem } from "./service.ts";

export const adminFeaturedItemsRouter = router({
  list: adminProcedure.query(({ ctx }) => listFeaturedItems(ctx)),
  add: adminProcedure.input(MarketplaceItemKey).mutation(({ ctx, input }) => addFeaturedItem(ctx, input)),
  move: adminProcedure.input(MoveFeaturedItem).mutation(({ ctx, input }) => moveFeaturedItem(ctx, input)),
  remove: adminProcedure
    .input(MarketplaceItemKey)
    .mutation(({ ctx, input }) => removeFeaturedItem(ctx, input)),
});
