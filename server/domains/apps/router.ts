import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { createApp } from "./create.ts";
import { archiveApp, editApp, restoreApp } from "./edit.ts";
import { AppKey, CreateApp, EditApp } from "./input.ts";
import { getApp, listApps } from "./service.ts";

export const appsRouter = router({
  list: tenantProcedure.query(({ ctx }) => listApps(ctx)),
  get: tenantProcedure.input(AppKey).query(({ ctx, input }) => getApp(ctx, input.appId)),
  create: tenantProcedure.input(CreateApp).mutation(({ ctx, input }) => createApp(ctx, input)),
  edit: tenantProcedure.input(EditApp).mutation(({ ctx, input }) => editApp(ctx, input)),
  archive: tenantProcedure.input(AppKey).mutation(({ ctx, input }) => archiveApp(ctx, input.appId)),
  restore: tenantProcedure.input(AppKey).mutation(({ ctx, input }) => restoreApp(ctx, input.appId)),
});
