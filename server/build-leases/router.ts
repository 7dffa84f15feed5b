import { z } from "zod";
import { reference } from "@/shared/text/text.ts";
import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { getQueueState } from "./queue-state.ts";

export const buildQueueRouter = router({
  queueState: tenantProcedure
    .input(z.object({ buildId: reference() }))
    .query(({ ctx, input }) => getQueueState(ctx, input.buildId)),
});
