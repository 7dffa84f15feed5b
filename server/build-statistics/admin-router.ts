import { adminProcedure, router } from "../http/trpc/procedures.ts";
import { watchOverBuilds } from "./attention.ts";

export const adminBuildStatisticsRouter = router({
  attention: adminProcedure.query(({ ctx }) => watchOverBuilds(ctx)),
});
