import { z } from "zod";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { reference } from "@/shared/text/text.ts";
import { getQueueState } from "./queue-state.ts";

export const buildQueueRouter = router({
  queueState: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getQueueState(ctx, input.buildId)),
});
