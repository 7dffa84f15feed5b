import { z } from "zod";
import { dryRun } from "@/server/core/transactions.ts";
import { DryRunQuery } from "@/server/http/parse-input.ts";
import { route } from "@/server/http/route.ts";
import { pathId } from "@/shared/text/text.ts";
import { MessageText, PublishListing } from "./input.ts";
import { replyToModerators } from "./messages.ts";
import { publishListing } from "./publish.ts";
import { getListingReview } from "./review.ts";
import { getListingView, withdrawListing } from "./service.ts";
import { ListingMessage, ListingReviewView, ListingView } from "./view.ts";

const KIB = 1_024;

export const publish = route({
  method: "POST",
  path: "/api/marketplace/publish",
  summary: "Publish a version of a plugin or theme to the marketplace",
  credential: "token",
  permission: "MARKETPLACE_PUBLISH",
  isForVerifiedUsers: true,
  query: DryRunQuery,
  body: { schema: PublishListing, limitBytes: 128 * KIB },
  limit: "publish",
  acceptsIdempotencyKey: ({ dryRun }) => dryRun === "false",
  errors: [
    "REFERENCE_NOT_FOUND",
    "SLUG_TAKEN",
    "VERSION_EXISTS",
    "VERSION_NOT_INCREMENTED",
    "ARCHIVE_REJECTED",
  ],
  status: 201,
  otherStatuses: [200],
  response: z.union([ListingView, ListingView.omit({ id: true })]),
  handle: async ({ ctx, query, body }) => {
    if (query.dryRun === "true") {
      const { id: _, ...listing } = await dryRun(ctx, (joined) => publishListing(joined, body));
      return { status: 200, body: listing };
    }
    const listing = await publishListing(ctx, body);
    return { body: listing, headers: { Location: `/api/marketplace/listings/${listing.id}` } };
  },
});

export const getListingById = route({
  method: "GET",
  path: "/api/marketplace/listings/{listingId}",
  summary: "Get a listing with its decision or its position in the queue",
  credential: "token",
  params: z.object({ listingId: pathId() }),
  status: 200,
  response: ListingView,
  handle: async ({ ctx, params }) => ({ body: await getListingView(ctx, params.listingId) }),
});

export const getReview = route({
  method: "GET",
  path: "/api/marketplace/listings/{listingId}/review",
  summary: "Get the moderation status of a listing with decisions and messages",
  credential: "token",
  params: z.object({ listingId: pathId() }),
  status: 200,
  response: ListingReviewView,
  handle: async ({ ctx, params }) => ({ body: await getListingReview(ctx, params.listingId) }),
});

export const reply = route({
  method: "POST",
  path: "/api/marketplace/listings/{listingId}/messages",
  summary: "Send a message to the moderators of a listing",
  credential: "token",
  permission: "MARKETPLACE_PUBLISH",
  params: z.object({ listingId: pathId() }),
  body: { schema: MessageText, limitBytes: 16 * KIB },
  acceptsIdempotencyKey: () => true,
  errors: ["INVALID_TRANSITION"],
  status: 201,
  response: ListingMessage,
  handle: async ({ ctx, params, body }) => ({
    body: await replyToModerators(ctx, { ...params, ...body }),
  }),
});

export const withdraw = route({
  method: "POST",
  path: "/api/marketplace/listings/{listingId}/withdraw",
  summary: "Withdraw a listing",
  credential: "token",
  permission: "MARKETPLACE_PUBLISH",
  params: z.object({ listingId: pathId() }),
  errors: ["INVALID_TRANSITION"],
  status: 200,
  response: ListingView,
  handle: async ({ ctx, params }) => ({ body: await withdrawListing(ctx, params.listingId) }),
});
