import { z } from "zod";
import { reference } from "../text.ts";
import { adminProcedure, router } from "../trpc.ts";
import { DecideListing, ListQueue } from "./input.ts";
import { decideListing, getReview, listQueue } from "./service.ts";

export const moderationRouter = router({
  queue: adminProcedure.input(ListQueue).query(({ ctx, input }) => listQueue(ctx, input)),
  review: adminProcedure
    .input(z.object({ listingId: reference() }))
    .query(({ ctx, input }) => getReview(ctx, input.listingId)),
  decide: adminProcedure.input(DecideListing).mutation(({ ctx, input }) => decideListing(ctx, input)),
});
