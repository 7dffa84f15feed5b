import { AppKey } from "../apps/input.ts";
import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { deleteApp } from "./service.ts";

export const appDeletionRouter = router({
  delete: tenantProcedure.input(AppKey).mutation(({ ctx, input }) => deleteApp(ctx, input.appId)),
});
