import { tracked } from "@trpc/server";
import { streamWhileMember, streamWhileSuperAdmin } from "@/server/auth/tenant-access.ts";
import { adminProcedure, router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
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

export const buildLogsRouter = router({
  log: tenantProcedure.input(ReadLog).query(({ ctx, input }) => readLog(ctx, input)),
  onLog: tenantProcedure.input(FollowLog).subscription(async function* ({ ctx, input, signal }) {
    for await (const slice of streamWhileMember(ctx, followLog(ctx, input, signal ?? AbortSignal.abort()))) {
      yield tracked(String(slice.end), slice);
    }
  }),
});
