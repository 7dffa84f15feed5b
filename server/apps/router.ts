import { z } from "zod";
import { reference } from "../text.ts";
import { router, tenantProcedure } from "../trpc.ts";
import { getApp, listApps } from "./service.ts";

export const appsRouter = router({
  list: tenantProcedure.query(({ ctx }) => listApps(ctx)),
  get: tenantProcedure
    .input(z.object({ appId: reference() }))
    .query(({ ctx, input }) => getApp(ctx, input.appId)),
});
