import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { AppKey } from "../input.ts";
import { deleteApp } from "./service.ts";

export const appDeletionRouter = router({
  delete: tenantProcedure.input(AppKey).mutation(({ ctx, input }) => deleteApp(ctx, input.appId)),
});
