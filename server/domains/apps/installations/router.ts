import { MarketplaceItemKey } from "@/server/domains/marketplace/input.ts";
import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { listInstallationHistory } from "./count-days.ts";
import { getOwnImpact } from "./impact.ts";
import {
  ImpactOf,
  InstallationKey,
  InstallationQuery,
  InstallationTarget,
  SetInstallation,
} from "./input.ts";
import { getInstallOptions } from "./install-options.ts";
import { browseInstallations, getInstallationPage } from "./page.ts";
import { removeInstallation, setInstallation } from "./service.ts";

export const installationsRouter = router({
  list: tenantProcedure.input(InstallationTarget).query(({ ctx, input }) => browseInstallations(ctx, input)),
  get: tenantProcedure.input(InstallationQuery).query(({ ctx, input }) => getInstallationPage(ctx, input)),
  impact: tenantProcedure.input(ImpactOf).query(({ ctx, input }) => getOwnImpact(ctx, input)),
  history: tenantProcedure
    .input(MarketplaceItemKey)
    .query(({ ctx, input }) => listInstallationHistory(ctx, input)),
  options: tenantProcedure.input(MarketplaceItemKey).query(({ ctx, input }) => getInstallOptions(ctx, input)),
  set: tenantProcedure.input(SetInstallation).mutation(({ ctx, input }) => setInstallation(ctx, input)),
  remove: tenantProcedure.input(InstallationKey).mutation(({ ctx, input }) => removeInstallation(ctx, input)),
});
