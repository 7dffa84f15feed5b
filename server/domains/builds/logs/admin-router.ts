import { tracked } from "@trpc/server";
import { streamWhileSuperAdmin } from "@/server/auth/tenant-access.ts";
import { adminProcedure, router } from "@/server/http/trpc/procedures.ts";
import { enterTenantOfBuildAsAdmin } from "../records/service.ts";
import { followLog } from "./follow.ts";
import { FollowLog, ReadLog } from "./input.ts";
import { readLog } from "./read.ts";

export const adminBuildLogsRouter = router({
  log: adminProcedure
    .input(ReadLog)
    .query(async ({ ctx, input }) => readLog(await enterTenantOfBuildAsAdmin(ctx, input.buildId), input)),
  onLog: adminProcedure.input(FollowLog).subscription(async function* ({ ctx, input, signal }) {
    const inTenant = await enterTenantOfBuildAsAdmin(ctx, input.buildId);
    const slices = followLog(inTenant, input, signal ?? AbortSignal.abort());
    for await (const slice of streamWhileSuperAdmin(ctx, slices)) yield tracked(String(slice.end), slice);
  }),
});
