import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { JobKey, ListDeadJobs } from "./input.ts";
import { discardJob, getSystem, listDeadJobs, retryJob } from "./service.ts";

export const adminSystemRouter = router({
  get: adminProcedure.query(({ ctx }) => getSystem(ctx)),
  deadJobs: adminProcedure.input(ListDeadJobs).query(({ ctx, input }) => listDeadJobs(ctx, input)),
  retryJob: adminProcedure.input(JobKey).mutation(({ ctx, input }) => retryJob(ctx, input.jobId)),
  discardJob: adminProcedure.input(JobKey).mutation(({ ctx, input }) => discardJob(ctx, input.jobId)),
});
