import { z } from "zod";
import { reference } from "../text.ts";
import { router, tenantProcedure } from "../trpc.ts";
import { ListListings } from "./input.ts";
import { countListings, getListing, listListings, withdrawListing } from "./service.ts";

export const listingsRouter = router({
  list: tenantProcedure.input(ListListings).query(({ ctx, input }) => listListings(ctx, input)),
  counts: tenantProcedure.query(({ ctx }) => countListings(ctx)),
  get: tenantProcedure
    .input(z.object({ listingId: reference() }))
    .query(({ ctx, input }) => getListing(ctx, input.listingId)),
  withdraw: tenantProcedure
    .input(z.object({ listingId: reference() }))
    .mutation(({ ctx, input }) => withdrawListing(ctx, input.listingId)),
});
