import { router, tenantProcedure } from "@/server/http/trpc/procedures.ts";
import { Search } from "./input.ts";
import { searchTenant } from "./search-tenant.ts";

export const searchRouter = router({
  tenant: tenantProcedure.input(Search).query(({ ctx, input }) => searchTenant(ctx, input)),
});
