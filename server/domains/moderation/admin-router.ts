import { listApprovalImpacts } from "@/server/domains/apps/installations/impact.ts";
import { WriteMessage } from "@/server/domains/listings/input.ts";
import { writeToPublisher } from "@/server/domains/listings/messages.ts";
import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { claimReview, releaseReview } from "./claim.ts";
import { listReviewedFiles, listReviewedPictures, readReviewedFile } from "./files.ts";
import {
  ClaimReview,
  DecideListing,
  DecideListings,
  ListQueue,
  ReadReviewedFile,
  ReviewedListing,
  SelectedListings,
  UndoDecisions,
  WriteNote,
} from "./input.ts";
import { writeNote } from "./notes.ts";
import { getReview } from "./review.ts";
import { listQueue } from "./review-queue.ts";
import { decideListing, decideListings, undoDecisions } from "./service.ts";

export const adminModerationRouter = router({
  queue: adminProcedure.input(ListQueue).query(({ ctx, input }) => listQueue(ctx, input)),
  review: adminProcedure.input(ReviewedListing).query(({ ctx, input }) => getReview(ctx, input.listingId)),
  files: adminProcedure
    .input(ReviewedListing)
    .query(({ ctx, input }) => listReviewedFiles(ctx, input.listingId)),
  pictures: adminProcedure
    .input(ReviewedListing)
    .query(({ ctx, input }) => listReviewedPictures(ctx, input.listingId)),
  file: adminProcedure.input(ReadReviewedFile).query(({ ctx, input }) => readReviewedFile(ctx, input)),
  claim: adminProcedure.input(ClaimReview).mutation(({ ctx, input }) => claimReview(ctx, input)),
  release: adminProcedure
    .input(ReviewedListing)
    .mutation(({ ctx, input }) => releaseReview(ctx, input.listingId)),
  decide: adminProcedure.input(DecideListing).mutation(({ ctx, input }) => decideListing(ctx, input)),
  write: adminProcedure.input(WriteMessage).mutation(({ ctx, input }) => writeToPublisher(ctx, input)),
  note: adminProcedure.input(WriteNote).mutation(({ ctx, input }) => writeNote(ctx, input)),
  decideMany: adminProcedure.input(DecideListings).mutation(({ ctx, input }) => decideListings(ctx, input)),
  impacts: adminProcedure.input(SelectedListings).query(({ ctx, input }) => listApprovalImpacts(ctx, input)),
  undo: adminProcedure.input(UndoDecisions).mutation(({ ctx, input }) => undoDecisions(ctx, input)),
});
