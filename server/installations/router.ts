import { router, tenantProcedure } from "../http/trpc/procedures.ts";
import { InstallationKey, InstallationTarget, SetInstallation } from "./input.ts";
import { listInstallations, removeInstallation, setInstallation } from "./service.ts";

export const installationsRouter = router({
  list: tenantProcedure.input(InstallationTarget).query(({ ctx, input }) => listInstallations(ctx, input)),
  set: tenantProcedure.input(SetInstallation).mutation(({ ctx, input }) => setInstallation(ctx, input)),
  remove: tenantProcedure.input(InstallationKey).mutation(({ ctx, input }) => removeInstallation(ctx, input)),
});
