import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { BuildKey } from "../input.ts";
import { getQueueState } from "./queue-state.ts";

export const buildQueueRouter = router({
  queueState: tenantProcedure.input(BuildKey).query(({ ctx, input }) => getQueueState(ctx, input.buildId)),
});
