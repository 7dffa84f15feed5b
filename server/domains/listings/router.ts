import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { ListingKey, ListListings, ListVersions, PublishListing, WriteMessage } from "./input.ts";
import { replyToModerators } from "./messages.ts";
import { publishListing } from "./publish.ts";
import { getListingReview } from "./review.ts";
import {
  countListings,
  getListedChangelog,
  getListedLook,
  getListingView,
  listListings,
  listVersions,
  withdrawListing,
} from "./service.ts";

export const listingsRouter = router({
  list: tenantProcedure.input(ListListings).query(({ ctx, input }) => listListings(ctx, input)),
  counts: tenantProcedure.query(({ ctx }) => countListings(ctx)),
  versions: tenantProcedure.input(ListVersions).query(({ ctx, input }) => listVersions(ctx, input)),
  publish: tenantProcedure.input(PublishListing).mutation(({ ctx, input }) => publishListing(ctx, input)),
  get: tenantProcedure.input(ListingKey).query(({ ctx, input }) => getListingView(ctx, input.listingId)),
  review: tenantProcedure.input(ListingKey).query(({ ctx, input }) => getListingReview(ctx, input.listingId)),
  reply: tenantProcedure.input(WriteMessage).mutation(({ ctx, input }) => replyToModerators(ctx, input)),
  changelog: tenantProcedure
    .input(ListingKey)
    .query(({ ctx, input }) => getListedChangelog(ctx, input.listingId)),
  look: tenantProcedure.input(ListingKey).query(({ ctx, input }) => getListedLook(ctx, input.listingId)),
  withdraw: tenantProcedure
    .input(ListingKey)
    .mutation(({ ctx, input }) => withdrawListing(ctx, input.listingId)),
});
