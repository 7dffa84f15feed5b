import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { getBuildHealth } from "./summary.ts";

export const adminBuildStatisticsRouter = router({
  attention: adminProcedure.query(({ ctx }) => getBuildHealth(ctx)),
});
