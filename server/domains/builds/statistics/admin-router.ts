import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { getBuildHealth } from "./build-health.ts";

export const adminBuildStatisticsRouter = router({
  attention: adminProcedure.query(({ ctx }) => getBuildHealth(ctx)),
});
