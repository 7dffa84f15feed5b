import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { blockArchive, unblockArchive } from "./block.ts";
import { BlockArchive, ChecksOf, UnblockArchive } from "./input.ts";
import { getReviewChecks, rerunChecks } from "./service.ts";

export const adminChecksRouter = router({
  of: adminProcedure.input(ChecksOf).query(({ ctx, input }) => getReviewChecks(ctx, input.listingId)),
  rerun: adminProcedure.input(ChecksOf).mutation(({ ctx, input }) => rerunChecks(ctx, input.listingId)),
  block: adminProcedure.input(BlockArchive).mutation(({ ctx, input }) => blockArchive(ctx, input)),
  unblock: adminProcedure.input(UnblockArchive).mutation(({ ctx, input }) => unblockArchive(ctx, input)),
});
