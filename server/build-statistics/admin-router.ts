import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { readBuildAttention } from "./attention.ts";

export const adminBuildStatisticsRouter = router({
  attention: adminProcedure.query(({ ctx }) => readBuildAttention(ctx)),
});
