import { z } from "zod";
import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { plainText } from "@/shared/text/text.ts";
import { drainWorker, forgetWorker, listWorkers, resumeWorker } from "./service.ts";

const WorkerKey = z.object({ workerId: plainText(128, 1) });

export const adminWorkersRouter = router({
  list: adminProcedure.query(({ ctx }) => listWorkers(ctx)),
  drain: adminProcedure.input(WorkerKey).mutation(({ ctx, input }) => drainWorker(ctx, input.workerId)),
  resume: adminProcedure.input(WorkerKey).mutation(({ ctx, input }) => resumeWorker(ctx, input.workerId)),
  forget: adminProcedure.input(WorkerKey).mutation(({ ctx, input }) => forgetWorker(ctx, input.workerId)),
});
