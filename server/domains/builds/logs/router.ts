import { tracked } from "@trpc/server";
import { streamWhileMember } from "@/server/auth/tenant-access.ts";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { followLog } from "./follow.ts";
import { FollowLog, ReadLog } from "./input.ts";
import { readLog } from "./read.ts";

export const buildLogsRouter = router({
  log: tenantProcedure.input(ReadLog).query(({ ctx, input }) => readLog(ctx, input)),
  onLog: tenantProcedure.input(FollowLog).subscription(async function* ({ ctx, input, signal }) {
    for await (const slice of streamWhileMember(ctx, followLog(ctx, input, signal ?? AbortSignal.abort()))) {
      yield tracked(String(slice.end), slice);
    }
  }),
});
