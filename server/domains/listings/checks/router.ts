import { adminProcedure, router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { blockArchive, unblockArchive } from "./block.ts";
import { BlockArchive, ChecksOf, UnblockArchive } from "./input.ts";
import { getChecks, getReviewChecks, rerunChecks } from "./service.ts";

export const checksRouter = router({
  of: tenantProcedure.input(ChecksOf).query(({ ctx, input }) => getChecks(ctx, input.listingId)),
});

export const adminChecksRouter = router({
  of: adminProcedure.input(ChecksOf).query(({ ctx, input }) => getReviewChecks(ctx, input.listingId)),
  rerun: adminProcedure.input(ChecksOf).mutation(({ ctx, input }) => rerunChecks(ctx, input.listingId)),
  block: adminProcedure.input(BlockArchive).mutation(({ ctx, input }) => blockArchive(ctx, input)),
  unblock: adminProcedure.input(UnblockArchive).mutation(({ ctx, input }) => unblockArchive(ctx, input)),
});
